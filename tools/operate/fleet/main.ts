import { runFleet } from './fleet-program.ts';

// A reader that closes the pipe, as `head` does, has seen enough: not a failure.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await runFleet(process.argv.slice(2), process);
