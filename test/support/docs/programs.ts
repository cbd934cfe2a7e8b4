import { execFile, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Programs of the examples that come with neither the project nor every system. */
const FOREIGN = ['curl', 'openssl', 'python3'] as const;

export type ForeignProgram = (typeof FOREIGN)[number];

/** Throws one clear line when a program is missing: an example that is not run must not pass. */
export function requireProgram(name: ForeignProgram): void {
  const { error } = spawnSync(name, ['--version'], { stdio: 'ignore' });
  if (error)
    throw new Error(`The examples of the documents need ${name}, which is missing here: install it and run again`);
}

/** The foreign programs that a script calls. */
export function foreignPrograms(script: string): readonly ForeignProgram[] {
  return FOREIGN.filter((name) => new RegExp(`(^|[\\s(])${name} `, 'm').test(script));
}

/** What a program prints. Rejects, with what it complains of, when it fails. */
export async function outputOf(
  program: string,
  args: readonly string[],
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, NODE_OPTIONS: '', PATH: path, ...variables };
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env });
  return stdout;
}
