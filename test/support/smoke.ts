import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../tools/smoke/main.ts', import.meta.url));

interface Run {
  readonly code: number;
  readonly output: string;
  readonly complaint: string;
}

interface JsonRun {
  readonly code: number;
  readonly checks: readonly { readonly name: string; readonly passed: boolean }[];
}

/** Runs the smoke check as npm does, with arguments and variables of the environment. */
export async function smoke(...args: (string | Record<string, string>)[]): Promise<Run> {
  const words = args.filter((arg) => typeof arg === 'string');
  const variables = args.filter((arg) => typeof arg !== 'string');
  const env = Object.assign({}, process.env, { NODE_OPTIONS: '' }, ...variables) as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, [MAIN, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exit) as [number];
  return { code, output, complaint };
}

/** The same with the report for machines. */
export async function smokeJson(...args: string[]): Promise<JsonRun> {
  const { code, output } = await smoke(...args, '--json');
  return { ...(JSON.parse(output) as JsonRun), code };
}

/** Which checks failed, by their places in the list. */
export function failingChecks({ checks }: JsonRun): number[] {
  return checks.flatMap(({ passed }, index) => (passed ? [] : [index]));
}
