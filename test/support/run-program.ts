import { Readable, Writable } from 'node:stream';
import { Ending } from '../../tools/ending.ts';
import type { Program } from '../../tools/run-program.ts';

/** What a program printed, and its exit code. */
export interface ProgramRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  /** Standard input. */
  readonly input?: string;
  /** All its variables; by default none. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Folder in which it runs. */
  readonly folder?: string;
  /** The code of the error with which standard output fails; by default it does not. */
  readonly lost?: string | undefined;
  readonly ending?: Ending;
  /** Called with each piece that it writes to standard error. */
  readonly onStderr?: (text: string) => void;
}

/** Runs a program of ours within the test's own process. */
export async function runProgram(
  program: Program,
  args: readonly string[],
  {
    input = '',
    variables: env = {},
    folder = process.cwd(),
    lost,
    ending = new Ending(),
    onStderr,
  }: ProgramOptions = {},
): Promise<ProgramRun> {
  const [stdout, stderr] = [collector(undefined, lost), collector(onStderr)];
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  const streams = { stdin, stdout: stdout.stream, stderr: stderr.stream };
  const code = await program(args, { cwd: () => folder, env, ...streams, ending });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(onText: (text: string) => void = () => undefined, lost?: string) {
  const pieces: string[] = [];
  const stream = new Writable({
    write(piece, _encoding, done) {
      if (lost !== undefined) {
        done(Object.assign(new Error(lost), { code: lost }));
        return;
      }
      pieces.push(String(piece));
      onText(String(piece));
      done();
    },
  });
  return { stream, text: () => pieces.join('') };
}
