import { conformance } from './conformance.ts';

const { env, stdin, stdout, stderr } = process;
process.exitCode = await conformance(process.argv.slice(2), { cwd: process.cwd(), env, stdin, stdout, stderr });
