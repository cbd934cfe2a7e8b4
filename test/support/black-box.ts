import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** How a command ended. */
export interface Run {
  readonly code: number;
  readonly output: string;
  readonly complaint: string;
}

/** Runs the tool of this folder as npm does, with arguments and variables of the environment. */
export async function runTool(folder: string, ...args: (string | Record<string, string>)[]): Promise<Run> {
  const main = fileURLToPath(new URL(`../../tools/${folder}/main.ts`, import.meta.url));
  const words = args.filter((arg) => typeof arg === 'string');
  const variables = args.filter((arg) => typeof arg !== 'string');
  const env = Object.assign({}, process.env, { NODE_OPTIONS: '' }, ...variables) as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, [main, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exit) as [number];
  return { code, output, complaint };
}
