import { conformance } from './conformance.ts';
import { smoke } from './smoke.ts';

const [name, ...args] = process.argv.slice(2);
const run = name === 'smoke' ? smoke : conformance;
process.exitCode = await run(args, { ...process, cwd: process.cwd() });
