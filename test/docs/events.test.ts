/** The examples of docs/events/README.md: the event as a stage sends it, and the commands up to AWS itself. */
import { expect, test } from '@jest/globals';
import { compilePattern } from '../../tools/stage/pipes/pattern.ts';
import { standInForAws, testAwsCalls } from '../support/docs/aws.ts';
import { sectionOf } from '../support/docs/documents.ts';
import { shellIn } from '../support/docs/run.ts';
import { testDocument, type Rule } from '../support/docs/test-document.ts';
import { eventsOf, upgradeRecord } from '../support/event-log.ts';
import { emptyFolder } from '../support/folders.ts';
import { newDevice, put } from '../support/stage.ts';
import { outputsOf } from '../support/templates.ts';

const DOCUMENT = 'docs/events/README.md';
const { EventBusName = '' } = outputsOf('dev');
const aws = await standInForAws({
  'events describe-event-bus': 'arn:bus',
  'events describe-rule': 'arn:rule',
  'events list-archives': { Archives: [{ ArchiveName: 'archive' }] },
  'events describe-archive': 'arn:archive',
});
const folder = emptyFolder();
const run = shellIn(folder, { EventBusName }, aws.shell);

interface Example {
  readonly source: string;
  readonly 'detail-type': string;
  readonly detail: Readonly<Record<string, string>>;
}

/** The example is what the stage sends for such a record; resolves to the event. */
const asTheStageSendsIt: Rule = async ({ text }) => {
  const { detail, ...envelope } = JSON.parse(text) as Example;
  const sn = await newDevice();
  const record = { ...detail, firmwareId: Number(detail['firmwareId']), sizeBytes: Number(detail['sizeBytes']) };
  const { upgradeId } = upgradeRecord(sn);
  await put('upgrades', upgradeRecord(sn, { ...record, sn, upgradeId }));
  const [sent] = await eventsOf(sn);
  expect(sent).toMatchObject({ source: envelope.source, detailType: envelope['detail-type'] });
  expect(sent?.detail).toEqual({ ...detail, sn, upgradeId });
  return text;
};

/** The rule matches the event that is shown before. */
const subscribes: Rule = async (block, before) => {
  await run(block, before);
  const [call] = aws.calls;
  expect(call?.operation).toBe('events put-rule');
  expect(call?.options['event-bus-name']).toBe(EventBusName);
  expect(compilePattern(call?.options['event-pattern'] ?? '')(JSON.parse(before))).toBe(true);
  return '';
};

/** The replay goes to one rule of the bus, and ends after it begins. */
const replays: Rule = async (block, before) => {
  await run(block, before);
  const { operation, options = {} } = aws.calls.at(-1) ?? {};
  expect(operation).toBe('events start-replay');
  expect(JSON.parse(options['destination'] ?? '')).toEqual({ Arn: 'arn:bus', FilterArns: ['arn:rule'] });
  expect(options['event-source-arn']).toBe('arn:archive');
  expect(Date.parse(options['event-end-time'] ?? '')).toBeGreaterThan(Date.parse(options['event-start-time'] ?? ''));
  return '';
};

testDocument('docs/events/README.md', {
  'Events: json': asTheStageSendsIt,
  'Subscribe: sh': subscribes,
  'Replay: sh': replays,
});

testAwsCalls(aws.calls, folder);

test('The pattern that looks into the detail lets failures through, and nothing else', () => {
  const pattern = /`(?<json>\{"source":[^`]+)`/.exec(sectionOf(DOCUMENT, 'Subscribe'))?.groups?.['json'] ?? '';
  const matches = compilePattern(pattern);
  const event = { source: 'stream-fleet', 'detail-type': 'UpgradeFinished' };
  expect(matches({ ...event, detail: { state: 'failed' } })).toBe(true);
  expect(matches({ ...event, detail: { state: 'succeeded' } })).toBe(false);
});
