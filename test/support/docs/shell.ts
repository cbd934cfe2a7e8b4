import packageJson from '../../../package.json' with { type: 'json' };
import { ROOT } from './documents.ts';
import { foreignPrograms, outputOf, requireProgram } from './programs.ts';
import type { Rule } from './test-document.ts';

/** Where a shell leaves its variables for the next block. */
const VARIABLES = '.variables';

/**
 * Runs blocks one after the other in a folder, as pasted into one terminal: exported variables stay. It stops at the first
 * command that fails.
 * @param standIns functions of the shell for programs that are not to be run
 */
export function shellIn(folder: string, variables: Readonly<Record<string, string>> = {}, standIns = ''): Rule {
  return ({ text }) => {
    for (const program of foreignPrograms(text)) requireProgram(program);
    const resume = `[ ! -f ${VARIABLES} ] || . ./${VARIABLES}`;
    const script = [NPM, standIns, 'set -e', resume, text, `export -p > ${VARIABLES}`].join('\n');
    return outputOf('sh', ['-c', script], folder, variables);
  };
}

/** Scripts of the project that are one program, which needs no npm. */
const programs = Object.entries(packageJson.scripts).flatMap(([name, script]) => {
  const main = /^(?:exec )?node (?<main>tools\/\S+)$/.exec(script)?.groups?.['main'];
  return main === undefined ? [] : [`${name}) "${process.execPath}" "${ROOT}${main}" "$@" ;;`];
});

/** Stands in for npm, which would run scripts in the folder of the project: there no stage describes itself. */
const NPM = `
npm() {
  [ "$1" = run ] || { echo "npm $1 has no stand-in" >&2; return 1; }
  shift
  [ "$1" != --silent ] || shift
  script=$1
  shift
  [ $# -eq 0 ] || [ "$1" = -- ] || { echo "npm would keep $1 for itself: it stands before --" >&2; return 1; }
  [ $# -eq 0 ] || shift
  case "$script" in
    ${programs.join('\n    ')}
    *) echo "no such script: $script" >&2; return 1 ;;
  esac
}`;
