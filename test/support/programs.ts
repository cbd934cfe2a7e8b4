import packageJson from '../../package.json' with { type: 'json' };
import type { Program } from '../../tools/run-program.ts';
import { runProgram, type ProgramOptions, type ProgramRun } from './run-program.ts';

const PROGRAMS: Readonly<Partial<Record<string, () => Promise<Program>>>> = {
  conformance: async () => (await import('../../tools/operate/conformance/conformance.ts')).conformance,
  events: async () => (await import('../../tools/operate/events/events.ts')).events,
  fleet: async () => (await import('../../tools/operate/fleet/fleet-program.ts')).runFleet,
  smoke: async () => (await import('../../tools/operate/smoke/smoke.ts')).smoke,
} satisfies Partial<Record<keyof typeof packageJson.scripts, unknown>>;

/** Runs a program of ours by the name of its script. Throws when it has none. */
export async function runScript(
  script: string,
  args: readonly string[],
  options?: ProgramOptions,
): Promise<ProgramRun> {
  const load = PROGRAMS[script];
  if (load === undefined) throw new Error(`no such script: ${script}`);
  return runProgram(await load(), args, options);
}

/** Runs a line of words, of which the first names the program. */
export function runLine(line: string, options?: ProgramOptions): Promise<ProgramRun> {
  const [script = '', ...args] = line.split(' ');
  return runScript(script, args, options);
}
