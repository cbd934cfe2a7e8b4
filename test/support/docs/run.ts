import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../../package.json' with { type: 'json' };
import { ROOT } from './documents.ts';
import type { Rule } from './test-document.ts';

/** The client's entry point in its sources; another test packs it. */
const CLIENT = new URL('../../../client/src/index.ts', import.meta.url).href;

/**
 * Runs blocks one after the other in a folder, as pasted into one terminal: exported variables stay. Stops at the first
 * command that fails.
 * @param standIns shell functions that replace programs which must not be run
 */
export function shellIn(folder: string, variables: Readonly<Record<string, string>> = {}, standIns = ''): Rule {
  return ({ text }) => {
    const [resume, leave] = ['[ ! -f .variables ] || . ./.variables', 'export -p > .variables'];
    const script = [NPM, standIns, 'set -e', resume, text, leave].join('\n');
    return outputOf('sh', ['-c', script], folder, variables);
  };
}

/** Runs a program for Node that imports the client. */
export function withClient(folder: string): Rule {
  return ({ text }) => {
    writeFileSync(join(folder, 'example.mts'), text.replace(`'stream-fleet-client'`, `'${CLIENT}'`));
    return outputOf(process.execPath, ['example.mts'], folder);
  };
}

/** Runs a program for Python. */
export function inPython(folder: string): Rule {
  return ({ text }) => outputOf('python3', ['-c', text], folder);
}

/** What a program prints. Rejects with its error output when it fails. */
async function outputOf(
  program: string,
  args: readonly string[],
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, NODE_OPTIONS: '', PATH: path, ...variables };
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env, timeout: 60_000 });
  return stdout;
}

/** Project scripts that run a single program, as branches for the shell. */
const programs = Object.entries(packageJson.scripts).flatMap(([name, script]) => {
  const main = /^(?:exec )?node (?<main>tools\/\S+)$/.exec(script)?.groups?.['main'];
  return main === undefined ? [] : [`${name}) "${process.execPath}" "${ROOT}${main}" "$@" ;;`];
});

/**
 * Stands in for npm, which would run scripts in the folder of the project, where no stage describes itself. The last word
 * before `--` is the script, so that an argument before `--`, which npm would keep for itself, fails as an unknown script.
 */
const NPM = `
npm() {
  while [ $# -gt 0 ] && [ "$1" != -- ]; do script=$1; shift; done
  [ $# -eq 0 ] || shift
  case "$script" in
    ${programs.join('\n    ')}
    *) echo "no such script: $script" >&2; return 1 ;;
  esac
}`;
