import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { styleText } from 'node:util';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { CommanderError } from 'commander';
import { CommandError, UsageError, visible, visibleJson, visibleLines, type ProgramContext } from './command-line.ts';
import { EarlyEnd, Ending, onEndSignal } from './ending.ts';

/** A command, whatever its options. */
type Runnable = Pick<CommandUnknownOpts, 'parseAsync'>;

/**
 * Runs the action that the arguments ask for, until it is done or {@link Ending} ends it.
 * @param print prints what to know of a failure or an early end
 * @returns the exit code: 0 if all is done and told; 1 for an expected failure, or output that cannot be written; 2 for
 * invalid arguments; 128 + n after signal n
 */
export async function exitCodeOf(
  command: Runnable,
  args: readonly string[],
  print: (message: string) => void,
  { stdout, stderr, ending }: Pick<ProgramContext, 'stdout' | 'stderr' | 'ending'>,
): Promise<number> {
  ending.watch('Standard output', stdout);
  ending.watch('Standard error', stderr);
  const { code, error } = await outcomeOf(command, args, ending);
  await written(stdout, ending);
  const words = ending.words(error);
  if (words !== '') print(words);
  await written(stderr, ending);
  // A signal that comes last of all changes the exit code too: that is not left unsaid.
  const late = words === '' ? ending.words(error) : '';
  if (late !== '') print(late);
  return ending.exitCode(code);
}

const A_MOMENT_MS = 1_000;

/** Resolves when the stream has taken or refused all that it was given, if it was given anything. */
async function written(stream: Writable, { asked, over }: Ending): Promise<void> {
  if (stream.writableLength > 0) {
    // A reader that takes nothing more would keep the program from ending.
    const patience = asked.aborted ? pause(A_MOMENT_MS) : over.catch(() => undefined);
    await Promise.race([new Promise((resolve) => stream.write('', resolve)), patience]);
  }
  // An error is an event of its own.
  await new Promise(setImmediate);
}

async function outcomeOf(command: Runnable, args: readonly string[], ending: Ending) {
  try {
    await Promise.race([command.parseAsync(args, { from: 'user' }), ending.over]);
    return { code: 0 };
  } catch (thrown) {
    const error = thrown instanceof CommanderError ? usageErrorOf(thrown) : thrown;
    if (error === undefined) return { code: 0 };
    if (error instanceof UsageError) return { code: 2, error };
    if (error instanceof CommandError || error instanceof EarlyEnd) return { code: 1, error };
    throw thrown;
  }
}

/** What the library finds wrong with the arguments; undefined when it has printed the help that was asked for. */
function usageErrorOf({ exitCode, code, message }: CommanderError): UsageError | undefined {
  if (exitCode === 0) return undefined;
  return new UsageError(code === 'commander.help' ? 'Which command? The help lists them' : oneLine(message));
}

/** Whether arguments, valid or not, ask for JSON. */
export function askForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes('--json');
}

/** Prints a failure to standard error: `error: …`, or `{"error": …}` if the arguments ask for JSON. */
export function errorPrinter(args: readonly string[], { stderr }: Pick<ProgramContext, 'stderr'>) {
  const json = askForJson(args);
  return (message: string) => {
    const text = message.replace(/\s*\n\s*/g, ' ');
    const prefix = styleText('red', 'error:', { stream: stderr });
    stderr.write(json ? `${visibleJson({ error: text })}\n` : `${prefix} ${visible(text)}\n`);
  };
}

/** A program as a function of its arguments and of what it uses of its process; resolves to its exit code. */
export type Program = (args: readonly string[], context: ProgramContext) => Promise<number>;

/** Runs a program as this process, and ends it. A signal is seen while the program is still loaded. */
export async function runProcess(load: () => Promise<Program>): Promise<never> {
  const { env, stdin, stdout, stderr } = process;
  const ending = new Ending();
  onEndSignal((signal) => {
    ending.interrupt(signal);
  });
  const program = await load();
  process.exit(await program(process.argv.slice(2), { cwd: () => process.cwd(), env, stdin, stdout, stderr, ending }));
}

/** Runs the action that the arguments of the process ask for, and sets its exit code if that fails. */
export async function runCommand(command: Runnable): Promise<void> {
  const { stdout, stderr } = process;
  const print = (message: string) => {
    console.error(visibleLines(message));
  };
  const code = await exitCodeOf(command, process.argv.slice(2), print, { stdout, stderr, ending: new Ending() });
  if (code !== 0) process.exitCode = code;
}

/** A suggestion would come on a line of its own, and an unexpected argument may be a secret. */
function oneLine(text: string): string {
  return text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(unknown option '[^'=]*)=.*'/s, "$1'")
    .replace(/(arguments?[^.]* but got \d+): .*/s, '$1.');
}
