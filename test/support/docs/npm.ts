/** A stand-in for npm in the blocks of a document: it runs programs of ours in the test, as each start of Node takes a second. */
import { runScript } from '../programs.ts';
import { answering } from './answering.ts';

/** Prints and returns what a call does, as text for the shell. */
async function run([folder = '', script = '', count = '', ...rest]: readonly string[]): Promise<string> {
  const args = rest.slice(0, Number(count));
  const end = rest.indexOf('', args.length);
  const variables = Object.fromEntries(rest.slice(args.length, end).map(variable));
  const input = rest.slice(end + 1).join('\0');
  const { code, stdout, stderr } = await runScript(script, args, { folder, variables, input });
  return `printf %s ${quoted(stdout)}; printf %s ${quoted(stderr)} >&2; return ${String(code)}`;
}

const variable = (line: string) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const;

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The function `npm`. The last word before `--` is the script: an argument there, which npm would keep for itself, is none. */
export const NPM = `
npm() {
  while [ $# -gt 0 ] && [ "$1" != -- ]; do script=$1; shift; done
  [ $# -eq 0 ] || shift
  ended=$( { printf '%s\\0' "$PWD" "$script" $# "$@"; env -0; printf '\\0'; cat; } | ${await answering(run)}) || return
  eval "$ended"
}`;
