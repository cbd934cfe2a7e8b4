import { CommanderError } from 'commander';
import { fleetProgram } from './fleet-program.ts';
import { UsageError } from './fleet-error.ts';
import { errorLine } from './output/error-line.ts';

/** Runs one command; resolves to the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const program = fleetProgram();
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // The library has printed its own, help included, when it throws.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    console.error(errorLine(error, program.opts().json === true));
    return error instanceof UsageError ? 2 : 1;
  }
}

// A reader that goes away, as `head` does, has seen enough: no failure.
process.stdout.on('error', () => process.exit(0));

process.exitCode = await main(process.argv.slice(2));
