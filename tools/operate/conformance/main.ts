import { conformance } from './conformance.ts';

process.exitCode = await conformance(process.argv.slice(2), process);
