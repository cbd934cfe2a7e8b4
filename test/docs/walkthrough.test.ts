/**
 * What a newcomer pastes into one terminal, from its first block to the last: README.md, its examples as they are, and the parts
 * of the stack that its drawing names; the quick start of docs/api.md, from a session alone to a finished upgrade;
 * docs/walkthrough.md and docs/api/rollouts.md, where a minute passes, or somebody else does something, before some blocks.
 */
import { describe, expect, test } from '@jest/globals';
import { TableKeys } from '../../functions/store/keys.ts';
import { ROLLOUT_CHANGED } from '../../infra/rollout-transitions.ts';
import { stageSettings } from '../../infra/stages.ts';
import { UPGRADE_FINISHED, UPGRADE_REQUESTED } from '../../infra/upgrade-transitions.ts';
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import { exampleCalls } from '../../tools/stage/example-calls.ts';
import { type Block, textOf } from '../support/docs/documents.ts';
import { expectShown, notRun, type Rule, shown, testDocument } from '../support/docs/test-document.ts';
import { shellIn, withClient } from '../support/docs/run.ts';
import { folderOf } from '../support/fleet.ts';
import { emptyFolder } from '../support/folders.ts';
import { newDevice, newDevices, stage } from '../support/stage.ts';
import { gateway, succeeded, upgradeOf } from '../support/reports.ts';
import { createStreamFleetClient } from '../../client/src/index.ts';
import type { PipeEvent } from '../../tools/stage/pipes/pipes.ts';
import { captureOutput } from '../support/console.ts';
import { eventsSoFar } from '../support/event-log.ts';
import { runOf } from '../support/rollouts/run-of.ts';
import { until } from '../support/until.ts';

const firstShell = shellIn(emptyFolder());

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
    'The API: sh': firstShell,
    'The API: json': shown,
    'The API: sh 2': firstShell,
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
    sh: firstShell,
    json: shown,
    'Quick start: sh 3': async (block) => {
      await gateway.reportEnd(await upgradeOf(sn), succeeded);
      return firstShell(block, '');
    },
  },
  { 'http://127.0.0.1:3000': stage.url, [DEMO.batch[1]]: sn },
);

const ROLLOUT = 'Let a roll-out go on by itself';

/** The lines that the stage prints for the events that a block shows, in the order of the block. */
const events: Rule = async ({ text }) => {
  const wanted = [...text.matchAll(/^(?<type>\w+) .*"sn":"(?<sn>[\w-]+)"/gm)].map(({ groups }) => groups ?? {});
  let sent: (PipeEvent | undefined)[] = [];
  await until(async () => {
    const found = wanted.map(async ({ type, sn = '' }) => (await eventsSoFar(sn)).find((e) => e.detailType === type));
    return !(sent = await Promise.all(found)).includes(undefined);
  });
  expectShown(sent.map((event) => `${event?.detailType ?? ''} ${JSON.stringify(event?.detail)}`).join('\n'), text);
  return '';
};

const shell = shellIn(folderOf(stage));

/** A minute has passed before the block. */
const later: Rule = async (block, before) => {
  await runOf(['walk']);
  return shell(block, before);
};

const folder = emptyFolder();
const shellElsewhere = shellIn(folder);
const client = createStreamFleetClient({ baseUrl: stage.url, session: DEMO.admin });
const RECALL = 'Take back what has not begun';
const [member = '', other = ''] = await newDevices(2);

describe('What is run in this process logs nothing to the terminal:', () => {
  captureOutput();

  testDocument(
    'docs/walkthrough.md',
    {
      'Walkthrough: sh': notRun('the stage that the tests share runs already'),
      sh: shell,
      json: shown,
      text: shown,
      'Start a batch: text': events,
      'Watch the others: text 2': events,
      [`${ROLLOUT}: sh 2`]: later,
      [`${ROLLOUT}: sh 4`]: later,
      [`${ROLLOUT}: sh 6`]: later,
    },
    { 'http://127.0.0.1:3000': stage.url },
  );

  testDocument(
    'docs/api/rollouts.md',
    {
      sh: shellElsewhere,
      text: shown,
      json: shown,
      [`${RECALL}: sh`]: async (block, before) => {
        await runOf([member]);
        return shellElsewhere(block, before);
      },
      [`${RECALL}: sh 3`]: async (block, before) => {
        const output = await shellElsewhere(block, before);
        const taken = { sn: [member], 'firmware-id': 21 };
        const upgradeOf = async () => (await client.upgradeStatus([member])).details[0];
        const cancelled = await upgradeOf();
        await client.startUpgrade(taken);
        const theirs = await client.cancelUpgrade({ ...taken, 'upgrade-id': [cancelled?.['upgrade-id'] ?? ''] });
        expect([theirs.details[0]?.result, (await upgradeOf())?.state]).toEqual([38, 'requested']);
        return output;
      },
      'Retry: ts': async (block) => {
        const output = await withClient(folder)(block, '');
        expectShown(output, '0 running 2');
        expect(await client.cancelRollout(other)).toMatchObject({ result: 0 });
        return '';
      },
    },
    {
      'http://127.0.0.1:3000': stage.url,
      // Names as new as the devices.
      'spring-21': member,
      'spring-22': other,
      [DEMO.batch[0]]: member,
      [DEMO.batch[1]]: other,
    },
  );
});
