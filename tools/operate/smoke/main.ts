import { smoke } from './smoke.ts';

process.exitCode = await smoke(process.argv.slice(2), process);
