/** Commands that documents name anywhere: scripts of npm and their options, and programs of npx. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
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

test('The commands of all documents are seen', () => {
  const fleet = npmRunsIn(textOf('tools/operate/fleet/README.md')).filter(({ script }) => script === 'fleet');
  expect(fleet.map(({ args }) => args)).toContain('upgrade start DOC-1 DOC-2 DOC-3 --firmware 8100');
});
