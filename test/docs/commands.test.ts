/** Commands that documents name anywhere: scripts of npm and their options, and programs of npx. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { fleetProgram } from '../../tools/operate/fleet/fleet-program.ts';
import { documents, ROOT, textOf } from '../support/docs/documents.ts';
import { isScript, npmRunsIn, unknownOptions } from '../support/docs/npm-runs.ts';

describe.each(documents)('%s', (document) => {
  const text = textOf(document);
  const runs = npmRunsIn(text);

  test('names scripts that the project has', () => {
    const inClient = document.startsWith('client/');
    expect(runs.map(({ script }) => script).filter((script) => !isScript(script, inClient))).toEqual([]);
  });

  test('gives them options that their --help names', async () => {
    const unknown = [];
    for (const run of runs) {
      for (const option of await unknownOptions(run)) unknown.push(`npm run ${run.script} -- ${option}`);
    }
    expect(unknown).toEqual([]);
  }, 120_000);

  test('names programs that the project installs', () => {
    const programs = [...text.matchAll(/\bnpx (?<program>[\w-]+)/g)].map(({ groups }) => groups?.['program'] ?? '');
    expect(programs.filter((program) => !existsSync(join(ROOT, 'node_modules/.bin', program)))).toEqual([]);
  });
});

test('The commands of a document are seen', () => {
  const runs = npmRunsIn(textOf('docs/walkthrough.md')).filter(({ script }) => script === 'fleet');
  expect(runs.map(({ args }) => args)).toContain('upgrade start WALK-1 WALK-2 WALK-3 --firmware 8200');
});

const fleetCommands = fleetProgram().commands.flatMap((group) =>
  group.commands.map((command) => `${group.name()} ${command.name()}`),
);

test.each(fleetCommands)('The README of the fleet tool explains "%s"', (words) => {
  expect(textOf('tools/operate/fleet/README.md')).toContain(`| \`${words}`);
});
