/** README.md: its examples as they stand there, and its table of codes. */
import { expect, test } from '@jest/globals';
import { API_STATUS } from '../../functions/domain/api-status.ts';
import { stageSettings } from '../../infra/stages.ts';
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import type { Block } from '../support/docs/blocks.ts';
import { notRun } from '../support/docs/rules.ts';
import { rowsOf, sectionOf } from '../support/docs/sections.ts';
import { shellIn } from '../support/docs/shell.ts';
import { shown } from '../support/docs/shown.ts';
import { testDocument } from '../support/docs/test-document.ts';
import { emptyFolder } from '../support/fleet.ts';
import { newDevice, stage } from '../support/stage.ts';

const shell = shellIn(emptyFolder());

function namesAStage({ text }: Block): void {
  const [, name] = /npx cdk deploy -c stage=(\S+)/.exec(text) ?? [];
  expect(() => stageSettings(name)).not.toThrow();
}

testDocument(
  'README.md',
  {
    'Run it: sh': notRun(
      'it starts a stage and the very tests; that the scripts are there is tested for all documents',
    ),
    'The API: sh': shell,
    'The API: json': shown,
    'The API: sh 2': shell,
    'The API: json 2': shown,
    'Deploy a stage: sh': notRun('it needs an AWS account', namesAStage),
  },
  async () => ({ 'http://127.0.0.1:3000': stage.url, [DEMO.batch[0]]: await newDevice() }),
);

test('The table of codes is the one of the functions', () => {
  const rows = rowsOf(sectionOf('README.md', 'API Status')).map(([code, name, , http]) => [code, name, http]);
  const codes = Object.entries(API_STATUS).map(([name, status]) => [
    String(status.code),
    name,
    'http' in status ? String(status.http) : '',
  ]);
  expect(rows).toEqual(codes);
});
