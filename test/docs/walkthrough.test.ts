/**
 * What a stranger pastes into one terminal, from its first block to the last: docs/walkthrough.md and docs/api/rollouts.md.
 * Where a minute is to pass, or somebody else to do something, that happens before the block.
 */
import { expect } from '@jest/globals';
import { createStreamFleetClient } from '../../client/src/index.ts';
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import type { PipeEvent } from '../../tools/stage/pipes/pipes.ts';
import { captureOutput } from '../support/console.ts';
import { expectShown, notRun, type Rule, shown, testDocument } from '../support/docs/test-document.ts';
import { shellIn, withClient } from '../support/docs/run.ts';
import { eventsSoFar } from '../support/event-log.ts';
import { emptyFolder, folderOf } from '../support/fleet.ts';
import { runOf } from '../support/rollouts/run-of.ts';
import { newDevices, stage } from '../support/stage.ts';
import { until } from '../support/until.ts';

const ROLLOUT = 'Let a roll-out go on by itself';

captureOutput();

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

const folder = emptyFolder();
const shellElsewhere = shellIn(folder);
const client = createStreamFleetClient({ baseUrl: stage.url, session: DEMO.admin });
const RECALL = 'Take back what has not begun';
const [member = '', other = ''] = await newDevices(2);
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
