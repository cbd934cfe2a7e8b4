import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { NPM } from './npm.ts';
import type { Rule } from './test-document.ts';

/** The client's entry point in its sources; another test packs it. */
const CLIENT = new URL('../../../client/src/index.ts', import.meta.url).href;

/**
 * Runs blocks one after the other in a folder, as pasted into one terminal: exported variables stay. Stops at the first
 * command that fails.
 * @param standIns shell functions that replace programs which must not be run
 */
export function shellIn(folder: string, variables: Readonly<Record<string, string>> = {}, standIns = ''): Rule {
  const run = pasteIn(folder, variables, `${standIns}\nset -e`);
  return async ({ text }) => {
    const { code, stdout, stderr } = await run(text);
    if (code !== 0) throw new Error(`${stdout}${stderr}exit code ${String(code)}`);
    return stdout;
  };
}

/**
 * The same as in a terminal in every way: a command that fails does not stop those after it. Resolves to the exit code of the
 * last one, and to what they printed.
 */
export function pasteIn(folder: string, variables: Readonly<Record<string, string>>, standIns: string) {
  const [resume, leave] = ['[ ! -f .variables ] || . ./.variables', "trap 'export -p > .variables' EXIT"];
  return async (text: string) => {
    const script = [NPM, 'sleep() { :; }', leave, resume, standIns, text].join('\n');
    try {
      return { code: 0, ...(await runIn(folder, 'sh', ['-c', script], variables)) };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  };
}

/** Runs a program for Node that imports the client. */
export function withClient(folder: string): Rule {
  return ({ text }) => {
    writeFileSync(join(folder, 'example.mts'), text.replace(`'stream-fleet-client'`, `'${CLIENT}'`));
    return outputOf(folder, process.execPath, ['example.mts']);
  };
}

/** Runs a program for Python. */
export function inPython(folder: string): Rule {
  return ({ text }) => outputOf(folder, 'python3', ['-c', text]);
}

/** What a program prints. Rejects with its error output when it fails. */
async function outputOf(folder: string, program: string, args: readonly string[]): Promise<string> {
  return (await runIn(folder, program, args)).stdout;
}

function runIn(
  folder: string,
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, NODE_OPTIONS: '', PATH: path, ...variables };
  const running = promisify(execFile)(program, args, { cwd: folder, env, timeout: 240_000 });
  running.child.stdin?.end();
  return running;
}
