/**
 * What a newcomer pastes first. README.md: its examples as they are, and the parts of the stack that its drawing names. The
 * quick start of docs/api.md: from a session alone to a finished upgrade.
 */
import { expect, test } from '@jest/globals';
import { TableKeys } from '../../functions/store/keys.ts';
import { ROLLOUT_CHANGED } from '../../infra/rollout-transitions.ts';
import { stageSettings } from '../../infra/stages.ts';
import { UPGRADE_FINISHED, UPGRADE_REQUESTED } from '../../infra/upgrade-transitions.ts';
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import { exampleCalls } from '../../tools/stage/example-calls.ts';
import { type Block, textOf } from '../support/docs/documents.ts';
import { notRun, shown, testDocument } from '../support/docs/test-document.ts';
import { shellIn } from '../support/docs/run.ts';
import { emptyFolder } from '../support/fleet.ts';
import { newDevice, stage } from '../support/stage.ts';
import { gateway, succeeded, upgradeOf } from '../support/reports.ts';

const shell = shellIn(emptyFolder());

function namesAStage({ text }: Block): void {
  const [, name] = /npx cdk deploy -c stage=(\S+)/.exec(text) ?? [];
  expect(() => stageSettings(name)).not.toThrow();
}

function namesPartsOfTheStack({ text }: Block): void {
  const tables = [...text.matchAll(/\[\((?<table>\w+)\)\]/g)].map(({ groups }) => groups?.['table']?.toLowerCase());
  const known = [...Object.keys(TableKeys), 'Rollouts'].map((name) => name.toLowerCase());
  expect(tables.toSorted()).toEqual(known.toSorted());
  const pipes = [...text.matchAll(/pipe: (?<event>\w+)/g)].map(({ groups }) => groups?.['event']);
  expect(pipes).toEqual([UPGRADE_REQUESTED, UPGRADE_FINISHED, ROLLOUT_CHANGED].map(({ detailType }) => detailType));
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
    'How it works: mermaid': notRun('a drawing', namesPartsOfTheStack),
    'Deploy a stage: sh': notRun('it needs an AWS account', namesAStage),
  },
  { 'http://127.0.0.1:3000': stage.url, [DEMO.batch[2]]: await newDevice() },
);

test('Its example starts a device that the commands printed by npm start leave alone, so that the answer is 0', () => {
  expect([textOf('README.md').includes(DEMO.batch[2]), exampleCalls('').includes(DEMO.batch[2])]).toEqual([
    true,
    false,
  ]);
});

const sn = await newDevice();

testDocument(
  'docs/api.md',
  {
    sh: shell,
    json: shown,
    'Quick start: sh 3': async (block) => {
      await gateway.reportEnd(await upgradeOf(sn), succeeded);
      return shell(block, '');
    },
  },
  { 'http://127.0.0.1:3000': stage.url, [DEMO.batch[1]]: sn },
);
