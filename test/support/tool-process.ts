import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ProgramOptions } from './run-program.ts';

/** Starts a tool of tools/operate as npm does. */
export function startTool(tool: string, args: readonly string[], { variables, folder }: ProgramOptions = {}) {
  const main = fileURLToPath(new URL(`../../tools/operate/${tool}/main.ts`, import.meta.url));
  const env = { ...process.env, NODE_OPTIONS: '', ...variables };
  return spawn(process.execPath, [main, ...args], { cwd: folder, env, stdio: 'pipe' });
}

/** How a tool ended, and what it printed. */
export async function endOf(child: ReturnType<typeof startTool>) {
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, signal, stdout, stderr };
}
