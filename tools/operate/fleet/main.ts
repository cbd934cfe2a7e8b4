import { runFleet } from './fleet-program.ts';

// A reader that closes the pipe, as `head` does, has seen enough: not a failure.
process.stdout.on('error', () => process.exit(0));

/** Aborted by the first Ctrl-C; a second one ends the process. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    controller.abort();
  });
  return controller.signal;
}

const { env, stdin, stdout, stderr } = process;
process.exitCode = await runFleet(process.argv.slice(2), {
  cwd: process.cwd(),
  env,
  stdin,
  stdout,
  stderr,
  interruption,
});
