import type { Writable } from 'node:stream';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { SERIAL_NUMBER } from '../functions/domain/device.ts';
import type { Ending } from './ending.ts';

/** An expected failure. Its message is what the user needs, one line unless another program wrote it; the tool ends with exit code 1. */
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
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly ending: Ending;
}

/**
 * A command before its options and its action, set up like all tools: one-line errors, exit code 2 for invalid
 * arguments, and no echo of an unexpected argument, since it may be a secret.
 * @param exitCodes what the exit codes other than 2 mean, for the end of the help: `0 all passed, 1 a check failed`
 * @param streams where it prints its help: to `stderr`, if there is one, when a command is missing
 */
export function newCommand(
  name: string,
  description: string,
  exitCodes: string,
  { stdout, stderr }: Pick<ProgramContext, 'stdout'> & Partial<Pick<ProgramContext, 'stderr'>> = process,
) {
  return new Command(name)
    .description(description)
    .addHelpText('after', `\nExit codes: ${exitCodes}, 2 invalid arguments, 128 + n ended by signal n.`)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr?.write(text),
      // It is in the error that is thrown.
      outputError: () => undefined,
    })
    .allowExcessArguments(false)
    .exitOverride();
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
    character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** The same for a text of several lines, which stay lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** The same for a value, as JSON, which itself leaves most such characters as they are. */
export function visibleJson(value: unknown, indent?: number): string {
  return visibleLines(JSON.stringify(value, undefined, indent));
}
