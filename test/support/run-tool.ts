import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** How a tool ended. */
export interface Run {
  readonly code: number;
  /** Standard output. */
  readonly output: string;
  /** Standard error. */
  readonly complaint: string;
}

export interface Surroundings {
  /** Standard input. */
  readonly input?: string;
  /** Variables besides those of the test run. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Folder in which the tool runs; that of the test run if not given. */
  readonly folder?: string;
  /** Called at the start with a function that sends the tool a signal. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Runs `tools/<room>/main.ts` as npm does. */
export async function runTool(
  room: string,
  args: readonly string[],
  { input = '', variables, folder = process.cwd(), onStart }: Surroundings = {},
): Promise<Run> {
  const main = fileURLToPath(new URL(`../../tools/${room}/main.ts`, import.meta.url));
  const env = { ...process.env, NODE_OPTIONS: '', ...variables };
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env, stdio: 'pipe' });
  onStart?.((signal) => child.kill(signal));
  const exit = once(child, 'exit');
  child.stdin.on('error', () => undefined).end(input);
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exit) as [number];
  return { code, output, complaint };
}
