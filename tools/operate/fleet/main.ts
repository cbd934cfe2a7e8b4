import { runFleet } from './fleet-program.ts';

// A reader that goes away, as `head` does, has seen enough: no failure.
process.stdout.on('error', () => process.exit(0));

await runFleet(process.argv.slice(2));
