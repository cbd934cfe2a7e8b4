import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { CommanderError } from 'commander';
import { SERIAL_NUMBER } from '../functions/domain/device.ts';

/** An expected failure. Its message is the one line that the user needs; the tool ends with exit code 1. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
}

/** Invalid arguments. Its message is one line that says what to change; the tool ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a program uses of its process; a test gives it the same. */
export interface ProgramContext {
  /** The folder that relative paths start from. */
  readonly cwd: () => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Buffer> & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * A command before its options and its action, set up like all tools: one-line errors, exit code 2 for invalid
 * arguments, and no echo of an unexpected argument, since it may be a secret.
 * @param exitCodes what the exit codes other than 2 mean, for the end of the help: `0 all passed, 1 a check failed`
 * @param streams where it prints its help and what is wrong with the arguments
 */
export function newCommand(
  name: string,
  description: string,
  exitCodes: string,
  { stdout, stderr }: Pick<ProgramContext, 'stdout' | 'stderr'> = process,
) {
  return new Command(name)
    .description(description)
    .addHelpText('after', `\nExit codes: ${exitCodes}, 2 invalid arguments.`)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => {
        write(`${visible(oneLine(text))}\n`);
      },
    })
    .allowExcessArguments(false)
    .exitOverride();
}

/** What {@link exitCodeOf} needs of a command, whatever its options. */
interface Runnable {
  parseAsync(argv: readonly string[], options: { from: 'user' }): Promise<unknown>;
}

/**
 * Runs the action that the arguments ask for.
 * @param print prints the line of an expected failure
 * @returns the exit code: 0, 1 for an expected failure, 2 for invalid arguments
 */
export async function exitCodeOf(
  command: Runnable,
  args: readonly string[],
  print: (error: Error) => void,
): Promise<number> {
  try {
    await command.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // The library prints its own lines, help included, before it throws.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandError || error instanceof UsageError)) throw error;
    print(error);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Runs the action that the arguments of the process ask for, and sets its exit code if that fails. */
export async function runCommand(command: Runnable): Promise<void> {
  const code = await exitCodeOf(command, process.argv.slice(2), ({ message }) => {
    console.error(message);
  });
  if (code !== 0) process.exitCode = code;
}

/**
 * Parses a value that is a text of this form. The line about an invalid one repeats the text, unless `Fault` is
 * UsageError, as it must be for what may hold a secret.
 */
export function textThat(
  isValid: (text: string) => boolean,
  form: string,
  Fault: new (message: string) => Error = InvalidArgumentError,
): (text: string) => string {
  return (text) => {
    if (isValid(text)) return text;
    throw new Fault(form);
  };
}

/** Parses a serial number, as the API takes it. */
export const serialNumber = textThat(
  (text) => SERIAL_NUMBER.test(text),
  'A serial number is 1 to 64 letters, digits, ".", "_" and "-", beginning with a letter or digit.',
);

/** Parses an option whose value is a whole number within bounds, both inclusive. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,16}$/.test(text) && number >= least && number <= most) return number;
    const bounds =
      most === Number.MAX_SAFE_INTEGER ? `of at least ${String(least)}` : `from ${String(least)} to ${String(most)}`;
    throw new InvalidArgumentError(`It must be a whole number ${bounds}.`);
  };
}

/** Parses an option whose value is a number from 0 to `most`, such as a share or a rate. */
export function numberUpTo(most: number): (text: string) => number {
  return (text) => {
    if (/^\d*\.?\d+$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a number from 0 to ${String(most)}.`);
  };
}

/**
 * Characters that do something but are not seen, or look like a space or like nothing: they could end a line, hide what
 * follows, turn it round, or drive the terminal.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** A text of unknown origin as one line that shows it and does nothing else: such characters as JSON escapes them. */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(''),
  );
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** The same for a value, as JSON, which itself leaves most such characters as they are. */
export function visibleJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).split('\n').map(visible).join('\n');
}

/** A suggestion would come on a line of its own, and an unexpected argument may be a secret. */
function oneLine(text: string): string {
  return text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(unknown option '[^'=]*)=.*'/s, "$1'")
    .replace(/(arguments?[^.]* but got \d+): .*/s, '$1.');
}
