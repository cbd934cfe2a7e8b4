/**
 * Every fenced block of every document has a test: those of large documents in files of their own, all others here. And
 * what documents name anywhere is there: scripts of npm and their options, programs of npx, source files.
 */
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import clientPackage from '../../client/package.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { blocksOf, documents, ROOT, rowsOf, sectionOf, textOf } from '../support/docs/documents.ts';
import { notRun, type Rule, testDocument, testedBy } from '../support/docs/test-document.ts';
import { fleetProgram } from '../support/fleet.ts';

test('Each document with fenced blocks is tested once', () => {
  const sources = globSync('test/docs/*.test.ts', { cwd: ROOT }).map(textOf);
  const tested = sources.flatMap((source) => source.match(/(?<=testDocument\(\s*')[^']+/g) ?? []);
  const withBlocks = documents.filter((document) => blocksOf(document).length > 0);
  expect(withBlocks.filter((document) => tested.filter((each) => each === document).length !== 1)).toEqual([]);
});

/** Nothing but scripts that take minutes; their names and options are tested for all documents. */
const takesMinutes: Rule = ({ text }) => {
  const commands = text.replaceAll(/^(?:#.*|\s+.*|)$\n?/gm, '');
  expect(commands).toMatch(/^(?:npm run (?:--silent )?(?:bench|chaos|fuzz|mutation|soak)\b.*\n)+$/);
  return '';
};

testDocument('test/README.md', { sh: notRun('the tests themselves') });
testDocument('docs/capacity.md', { text: notRun('a formula') });
testDocument('docs/performance.md', { sh: takesMinutes });
testDocument('docs/reliability.md', { sh: takesMinutes });
testDocument('tools/stage/simulated-devices/README.md', {
  'Simulated devices: sh': testedBy('test/tools/unit/stage/simulated-course.test.ts'),
});
testDocument('client/README.md', { 'stream-fleet-client: ts': testedBy('test/client/engine/package.test.ts') });
testDocument('tools/operate/fleet/README.md', {
  'Fleet tool: text': notRun('how commands are written'),
  'A campaign: sh': testedBy('test/tools/engine/operate/fleet-story.test.ts'),
  'Roll-outs: sh': testedBy('test/tools/engine/operate/fleet-rollouts.test.ts'),
});

/** A call ends with its line or its code span, before a comment or another command; a backslash continues it. */
const NPM_RUN =
  /\bnpm (?:run (?:--silent )?(?<script>[\w:-]+)|(?<short>start|test)\b)(?: -- (?<args>(?:[^\n`\\#|&]|\\\n)*))?/g;

const scripts: Readonly<Record<string, string>> = packageJson.scripts;

const runs = documents.flatMap((document) =>
  [...textOf(document).matchAll(NPM_RUN)].map(({ groups = {} }) => ({
    document,
    script: groups['script'] ?? groups['short'] ?? '',
    args: groups['args'] ?? '',
  })),
);

test('The scripts that documents name exist', () => {
  const known = (document: string) => (document.startsWith('client/') ? clientPackage.scripts : scripts);
  expect(runs.filter(({ document, script }) => !Object.hasOwn(known(document), script))).toEqual([]);
});

test('The options that documents give to scripts exist', () => {
  const used = runs.flatMap((run) =>
    (run.args.match(/(?<=^|[\s[])--[a-z][\w-]*/g) ?? []).map((option) => ({ ...run, option })),
  );
  const unknown = used.filter(
    ({ script, args, option }) => option !== '--help' && !optionsOf(script, args).has(option),
  );
  expect(used.map(({ script }) => script)).toEqual(expect.arrayContaining(['fleet', 'smoke', 'start', 'chaos']));
  expect(unknown).toEqual([]);
});

test('every script gives its process to its program, which so ends with npm', () => {
  expect(Object.values(scripts).filter((script) => /^(?!exec )node /.test(script))).toEqual([]);
});

/** The options of a script: for the fleet tool those of the command, for others those that any of its modules declares. */
function optionsOf(script: string, args: string): ReadonlySet<string> {
  if (script === 'fleet') return new Set(helpOf(args.trim().split(/\s+/)).match(/--[a-z][\w-]*/g));
  const main = /\bnode (?<main>tools\/\S+)$/.exec(scripts[script] ?? '')?.groups?.['main'];
  const declared = /(?<=[Oo]ption\(\s*['`])--[a-z][\w-]*/g;
  return new Set(modulesOf(main ?? 'package.json').flatMap((file) => textOf(file).match(declared) ?? []));
}

/** A module and all that it imports, directly or not, from the root of the project. */
function modulesOf(file: string, found = new Set<string>()): readonly string[] {
  if (found.has(file)) return [];
  found.add(file);
  for (const [, path = ''] of textOf(file).matchAll(/(?:from |import\()'(\.[^']+\.ts)'/g)) {
    modulesOf(join(dirname(file), path), found);
  }
  return [...found];
}

/** The help of the fleet tool's command that the words begin with, or of the whole tool. */
function helpOf(words: readonly string[]): string {
  let command: CommandUnknownOpts = fleetProgram();
  for (const word of words) command = command.commands.find((candidate) => candidate.name() === word) ?? command;
  return command.helpInformation();
}

test('The README of the fleet tool explains each command', () => {
  const commands = fleetProgram().commands.flatMap((group) =>
    group.commands.map((command) => `${group.name()} ${command.name()}`),
  );
  const readme = textOf('tools/operate/fleet/README.md');
  expect(commands.filter((words) => !readme.includes(`| \`${words}`))).toEqual([]);
});

test('The programs that documents run by npx are installed', () => {
  const programs = documents.flatMap((document) => textOf(document).match(/(?<=\bnpx )[\w-]+/g) ?? []);
  expect(programs.filter((program) => !existsSync(join(ROOT, 'node_modules/.bin', program)))).toEqual([]);
});

test('No command is one that macOS lacks, or has with other options', () => {
  const foreign = /\b(?:sha256sum|md5sum|date -d|sed -i|readlink -f|base64 -w)\b/;
  expect(documents.filter((document) => foreign.test(textOf(document)))).toEqual([]);
});

test('The source files that documents name exist', () => {
  const named = /(?<=`)(?:functions|infra|test|tools|client|\.github)\/[\w./-]+\.(?:ts|json|yml|md)(?=`)/g;
  const files = documents.flatMap((document) => textOf(document).match(named) ?? []);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test.each(rowsOf(sectionOf('SECURITY.md', 'What is promised')))(
  'SECURITY.md names an existing test for: %s',
  (_promise, tests = '') => {
    const named = [...tests.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
    expect(named).not.toEqual([]);
    for (const [, name = '', file = ''] of named) expect(`${file}\n${textOf(file)}`).toContain(name);
  },
);
