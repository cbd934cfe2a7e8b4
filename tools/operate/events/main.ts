import { events } from './events.ts';

process.exitCode = await events(process.argv.slice(2), process);
