import { smoke } from './smoke.ts';

const { env, stdin, stdout, stderr } = process;
process.exitCode = await smoke(process.argv.slice(2), { cwd: process.cwd(), env, stdin, stdout, stderr });
