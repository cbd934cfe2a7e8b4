/** docs/walkthrough.md from its first block to the last, as a stranger pastes them into one terminal. */
import type { PipeEvent } from '../../tools/stage/pipes/pipes.ts';
import { captureOutput } from '../support/console.ts';
import { expectShown, notRun, type Rule, shown, testDocument } from '../support/docs/test-document.ts';
import { shellIn } from '../support/docs/run.ts';
import { eventsSoFar } from '../support/event-log.ts';
import { folderOf } from '../support/fleet.ts';
import { runOf } from '../support/rollouts/run-of.ts';
import { stage } from '../support/stage.ts';
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
