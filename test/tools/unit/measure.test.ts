/**
 * What the benchmark's figures rest on: its arithmetic, its verdicts, its counting. It compares every answer with the right
 * one itself, so a stand-in for the database that answers wrongly fails the run.
 */
import { describe, expect, test } from '@jest/globals';
import { capacityOf } from '../../../tools/measure/database/capacity.ts';
import { RoundTrips } from '../../../tools/measure/database/round-trips.ts';
import { headlines } from '../../../tools/measure/report/bounds.ts';
import { Ledger, median, middleHalf, p99 } from '../../../tools/measure/report/ledger.ts';
import { requireRightAnswer } from '../../../tools/measure/requests.ts';

test('The median of an even number of values is the middle of the middle two; one in a hundred may lie above the p99', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  expect([median([4, 1, 3, 10]), p99(hundred)]).toEqual([3.5, 99]);
  expect([median([]), p99([])]).toEqual([NaN, NaN]);
});

test('The spread is the middle half of the rounds, and all of them when they are fewer than four', () => {
  expect(middleHalf([9, 1, 5, 4, 6, 3, 7, 2])).toEqual([3, 6]);
  expect(middleHalf([3, 1, 2])).toEqual([1, 3]);
});

describe('A ratio is taken round by round, and its bound judged by its spread', () => {
  const cold = (ours: readonly number[], bare: readonly number[]) => {
    const ledger = new Ledger();
    for (const ms of ours) ledger.add('ours', ['load to first answer, processor ms'], ms);
    for (const ms of bare) ledger.add('bare', ['load to first answer, processor ms'], ms);
    return headlines(ledger).find(({ name }) => name === 'cold-cpu-vs-bare');
  };

  test.each([
    { verdict: 'met', ours: [70, 700], ratio: 0.7, spread: [0.7, 0.7] },
    { verdict: 'within the spread', ours: [70, 820], ratio: 0.76, spread: [0.7, 0.82] },
    { verdict: 'missed', ours: [82, 900], ratio: 0.86, spread: [0.82, 0.9] },
  ])('$verdict', ({ ours, ...judged }) => {
    expect(cold(ours, [100, 1_000])).toMatchObject(judged);
  });

  test('what was not measured meets no bound', () => {
    expect(cold([70], [])).toMatchObject({ ratio: NaN, verdict: 'missed' });
  });
});

test('Refusals are alike by the slowest kind and the fastest', () => {
  const ledger = new Ledger();
  const refused = { 'unknown session': 2, 'wrong user': 2.2, 'expired session': 2.4, 'session without rights': 2.1 };
  for (const [name, ms] of Object.entries(refused)) {
    ledger.add('ours', ['latency, ms', 1, name, 'DynamoDB Local'], ms, ms, 10 * ms);
  }
  const found = headlines(ledger).find(({ name }) => name === 'refusals-alike');
  expect(found).toMatchObject({ median: 2.4, p99: 24, ratio: 1.2, verdict: 'missed' });
});

test.each([
  ['another result for a device', { details: [{ sn: 'A1', result: 4 }] }],
  ['another field', { details: [{ sn: 'A1', result: 0, note: '' }] }],
  ['a device too few', { details: [] }],
])('An answer is wrong with %s', (_what, change) => {
  const right = { result: 0, method: 'start-upgrade', details: [{ sn: 'A1', result: 0 }] };
  const answer = (body: object) => JSON.stringify({ statusCode: 200, body: JSON.stringify(body) });
  const judge = (body: object) => () => {
    requireRightAnswer('ours', 'fresh', ['A1'], answer(body));
  };
  expect(judge(right)).not.toThrow();
  expect(judge({ ...right, ...change })).toThrow('ours, fresh');
});

test('Calls that do not wait for each other are one round trip, a call that waits for an answer is one more', async () => {
  const roundTrips = new RoundTrips();
  const call = () => roundTrips.through(() => Promise.resolve('answer'));
  await Promise.all([call(), call(), call()]);
  expect(await call()).toBe('answer');
  expect([roundTrips.take(), roundTrips.take()]).toEqual([2, 0]);
});

describe('What DynamoDB Local leaves out of the capacity is counted as AWS charges it', () => {
  test.each([
    [true, 3],
    [false, 2.5],
  ])('a key without an item; consistently: %s', (ConsistentRead, read) => {
    const Keys = [{ sn: { S: 'A1' } }, { sn: { S: 'A2' } }];
    const input = { RequestItems: { Upgrades: { Keys, ConsistentRead } } };
    const reply = { Responses: { Upgrades: [{}] }, ConsumedCapacity: [{ TableName: 'Upgrades', CapacityUnits: 2 }] };
    expect(capacityOf({ operation: 'BatchGetItem', input }, reply)).toEqual({ read, write: 0 });
  });

  test('each statement, by the KB', () => {
    const Statement = `INSERT INTO "Upgrades" VALUE {'sn': ?, 'location': ?}`;
    const insert = (length: number) => ({ Statement, Parameters: [{ S: 'A1' }, { S: 'x'.repeat(length) }] });
    const input = { Statements: [insert(10), insert(1_012), insert(1_013)] };
    expect(capacityOf({ operation: 'BatchExecuteStatement', input }, {})).toEqual({ read: 0, write: 4 });
  });
});
