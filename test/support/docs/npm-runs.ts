import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import clientPackage from '../../../client/package.json' with { type: 'json' };
import packageJson from '../../../package.json' with { type: 'json' };
import { fleetProgram } from '../../../tools/operate/fleet/fleet-program.ts';
import { ROOT } from './documents.ts';

/** A call of a project script in a text. */
export interface NpmRun {
  readonly script: string;
  /** What is passed on to it, from the first word after `--`. */
  readonly args: string;
}

/** A call ends with its line or its code span, before a comment or another command; a backslash continues it. */
const NPM_RUN =
  /\bnpm (?:run (?:--silent )?(?<script>[\w:-]+)|(?<short>start|test)\b)(?: -- (?<args>(?:[^\n`\\#|&]|\\\n)*))?/g;

const scripts: Readonly<Record<string, string>> = packageJson.scripts;

/** All calls of scripts in a text, in code or not. */
export function npmRunsIn(text: string): readonly NpmRun[] {
  return [...text.matchAll(NPM_RUN)].map(({ groups = {} }) => ({
    script: groups['script'] ?? groups['short'] ?? '',
    args: groups['args'] ?? '',
  }));
}

/** Whether a package has a script: the project, or the client in its own folder. */
export function isScript(name: string, inClient = false): boolean {
  return Object.hasOwn(inClient ? clientPackage.scripts : scripts, name);
}

/** The options of a call that the `--help` of its script does not know. Rejects when there is no such help. */
export async function unknownOptions({ script, args }: NpmRun): Promise<readonly string[]> {
  const options = args.match(/(?<=^|[\s[])--[a-z][\w-]*/g) ?? [];
  if (options.length === 0) return [];
  const known = new Set((await helpOf(script, args)).match(/--[a-z][\w-]*/g));
  return options.filter((option) => !known.has(option));
}

function helpOf(script: string, args: string): Promise<string> {
  if (script === 'fleet') return Promise.resolve(fleetHelp(args.trim().split(/\s+/)));
  return (helps[script] ??= helpOfTool(script));
}

const helps: Record<string, Promise<string>> = {};

async function helpOfTool(script: string): Promise<string> {
  const main = /\bnode (?<main>tools\/\S+)$/.exec(scripts[script] ?? '')?.groups?.['main'];
  if (main === undefined) throw new Error(`npm run ${script} is no tool that has a --help`);
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, main), '--help'], {
    env,
    timeout: 60_000,
  });
  return stdout;
}

/** The help of the command that the words begin with, or of the whole tool. */
function fleetHelp(words: readonly string[]): string {
  let command: CommandUnknownOpts = fleetProgram();
  for (const word of words) {
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next === undefined) break;
    command = next;
  }
  return `${command.helpInformation()} --help`;
}
