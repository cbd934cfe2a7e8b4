/** docs/operations/dead-letters.md when something is amiss; that it works on a real stream is tested in test/docs. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Answer } from '../support/docs/aws.ts';
import { inTurn, openTerminal, refused } from '../support/docs/terminal.ts';
import { templateOf } from '../support/templates.ts';
import { streamRecord } from '../support/upgrades.ts';

const { answers, paste } = await openTerminal();

const DOCUMENT = 'docs/operations/dead-letters.md';
const batch = {
  streamArn: 'arn',
  shardId: 'shard',
  startSequenceNumber: '100',
  endSequenceNumber: '102',
  batchSize: 3,
};
const letter = { ReceiptHandle: 'handle', Body: JSON.stringify({ DDBStreamBatchInfo: batch }) };
const record = (number: number) => streamRecord(`sn-${String(number)}`, number);
const page = (...numbers: number[]) => ({ Records: numbers.map(record), NextShardIterator: 'next' });
const accepted = { FailedEntryCount: 0 };
const ROLE = { AccessKeyId: 'id', SecretAccessKey: 'key', SessionToken: 'token' };

beforeEach(() => {
  Object.assign(answers, {
    'cloudformation get-template': templateOf('dev'),
    'sqs receive-message': letter,
    'dynamodbstreams get-shard-iterator': 'iterator',
    'dynamodbstreams get-records': page(100, 101, 102),
    'sts assume-role': ROLE,
    'events put-events': accepted,
  });
});

/** Pastes both blocks. Resolves to the serial numbers in each list that was sent, and to whether the letter was deleted. */
async function pasteBoth() {
  // Fifty pages that stay empty would take seconds.
  await paste(DOCUMENT, 'Make the events: sh', (text) => text.replace('$(seq 50)', '1 2 3 4 5'));
  return send();
}

async function send() {
  const tellingWho = (text: string) =>
    `telling() { aws "$@" --as "$AWS_SESSION_TOKEN"; }\n${text.replaceAll('aws ', 'telling ')}`;
  const { stdout, calls } = await paste(DOCUMENT, 'Send them, and delete the letter: sh', tellingWho);
  const sent = calls.filter(({ operation }) => operation === 'events put-events');
  // The role may do nothing else (upgrade-events.test.ts).
  expect(calls.filter(({ options }) => options['as'] === ROLE.SessionToken)).toEqual(sent);
  const lists = sent.map(({ options }) => (options['entries'] ?? '').match(/sn-\d+/g) ?? []);
  const deleted = calls.some(({ operation }) => operation === 'sqs delete-message');
  expect(/^deleted$/m.test(stdout)).toBe(deleted);
  return { lists, deleted };
}

describe('The events of a dead letter', () => {
  const all = ['sn-100', 'sn-101', 'sn-102'];

  test.each<[string, unknown[]]>([
    ['on several pages, some of them empty', [page(), page(100), page(), page(101, 102, 103), refused]],
    ['on the last page of a shard', [{ Records: [100, 101, 102].map(record) }, refused]],
  ])('are sent, and the letter is deleted, if they are %s', async (_what, pages) => {
    answers['dynamodbstreams get-records'] = inTurn(...pages);
    expect(await pasteBoth()).toEqual({ lists: [all], deleted: true });
  });

  test('that nobody has to hear of let the letter be deleted, and nothing is sent', async () => {
    const Records = [100, 102].map((number) => streamRecord('sn-1', number, 'running'));
    answers['dynamodbstreams get-records'] = { Records };
    expect(await pasteBoth()).toEqual({ lists: [], deleted: true });
  });

  test('are sent ten at a time', async () => {
    const numbers = Array.from({ length: 21 }, (_, at) => 100 + at);
    const longer = { ...batch, endSequenceNumber: '120' };
    answers['sqs receive-message'] = { ...letter, Body: JSON.stringify({ DDBStreamBatchInfo: longer }) };
    answers['dynamodbstreams get-records'] = page(...numbers);
    const { lists, deleted } = await pasteBoth();
    expect([lists.map(({ length }) => length), deleted]).toEqual([[10, 10, 1], true]);
  });

  test.each<[string, Record<string, Answer>]>([
    ['the queue is empty', { 'sqs receive-message': 'null' }],
    ['the queue cannot be read', { 'sqs receive-message': refused }],
    ['the template cannot be read', { 'cloudformation get-template': refused }],
    ['the records are trimmed', { 'dynamodbstreams get-shard-iterator': refused }],
    ['the stream cannot be read', { 'dynamodbstreams get-records': refused }],
    ['pages stay empty', { 'dynamodbstreams get-records': page() }],
    ['the first record is trimmed', { 'dynamodbstreams get-records': page(101, 102) }],
    ['the shard ends before the last record', { 'dynamodbstreams get-records': { Records: [record(100)] } }],
  ])('are not sent, and the letter stays, if %s', async (_what, answer) => {
    Object.assign(answers, answer);
    expect(await pasteBoth()).toEqual({ lists: [], deleted: false });
  });

  test('leave the letter for as long as the role is refused or an entry fails, and are sent after it', async () => {
    await paste(DOCUMENT, 'Make the events: sh');
    const roles: Answer[] = [refused, 'null'];
    for (const role of roles) {
      answers['sts assume-role'] = role;
      expect(await send()).toEqual({ lists: [], deleted: false });
    }
    answers['sts assume-role'] = ROLE;
    const put: Answer[] = [{ FailedEntryCount: 1 }, '', refused];
    for (const answer of put) {
      answers['events put-events'] = answer;
      expect(await send()).toEqual({ lists: [all], deleted: false });
    }
    answers['events put-events'] = accepted;
    expect(await send()).toEqual({ lists: [all], deleted: true });
  });

  test('of the letter before are not sent for the next one', async () => {
    await paste(DOCUMENT, 'Make the events: sh');
    answers['sqs receive-message'] = 'null';
    expect(await pasteBoth()).toEqual({ lists: [], deleted: false });
  });

  test('of a letter that is deleted are not sent once more', async () => {
    await pasteBoth();
    const { code, calls } = await paste(DOCUMENT, 'Send them, and delete the letter: sh');
    expect([code === 0, calls]).toEqual([false, []]);
  });
});
