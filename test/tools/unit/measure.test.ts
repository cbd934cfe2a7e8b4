/** What the benchmark's figures rest on: its arithmetic, its counting of round trips, its stand-in for the database. */
import { describe, expect, test } from '@jest/globals';
import { Ledger } from '../../../tools/measure/measure/ledger.ts';
import { headlines } from '../../../tools/measure/report/headlines.ts';
import { capacityOf } from '../../../tools/measure/tables/capacity.ts';
import { Waves } from '../../../tools/measure/tables/counting-proxy.ts';
import { StandInAnswers } from '../../../tools/measure/tables/stand-in-answers.ts';

test('The median of an even number of values is the middle of the middle two; one in a hundred may lie above the p99', () => {
  const ledger = new Ledger();
  ledger.add(['even'], 4, 1, 3, 10);
  ledger.add(['hundred'], ...Array.from({ length: 100 }, (_, index) => index + 1));
  expect([ledger.median(['even']), ledger.p99(['hundred'])]).toEqual([3.5, 99]);
  expect([ledger.median(['nothing']), ledger.p99(['nothing'])]).toEqual([NaN, NaN]);
});

test('Refusals are alike by the medians of the slowest and the fastest', () => {
  const ledger = new Ledger();
  const refused = { 'unknown session': 2, 'wrong user': 2.2, 'expired session': 2.4, 'session without rights': 2.1 };
  for (const [who, ms] of Object.entries(refused)) ledger.add(['refusal', who], ms, ms, 10 * ms);
  const found = headlines(ledger).find(({ name }) => name === 'refusals-alike');
  expect(found).toMatchObject({ median: 2.4, p99: 24, ratio: 1.2, met: false });
});

test('Calls that do not wait for each other are one round trip, a call that waits for an answer is one more', async () => {
  const waves = new Waves();
  const call = () => waves.through(() => Promise.resolve('answer'));
  await Promise.all([call(), call(), call()]);
  expect(await call()).toBe('answer');
  expect([waves.take(), waves.take()]).toEqual([2, 0]);
});

describe('What DynamoDB Local leaves out of the capacity is counted as AWS charges it', () => {
  test.each([
    [true, 3],
    [false, 2.5],
  ])('a key without an item; consistently: %s', (ConsistentRead, read) => {
    const Keys = [{ sn: { S: 'A1' } }, { sn: { S: 'A2' } }];
    const input = { RequestItems: { Upgrades: { Keys, ConsistentRead } } };
    const answer = { Responses: { Upgrades: [{}] }, ConsumedCapacity: [{ TableName: 'Upgrades', CapacityUnits: 2 }] };
    expect(capacityOf('BatchGetItem', JSON.stringify(input), JSON.stringify(answer))).toEqual({ read, write: 0 });
  });

  test('each statement, by the KB', () => {
    const Statement = `INSERT INTO "Upgrades" VALUE {'sn': ?, 'location': ?}`;
    const insert = (length: number) => ({ Statement, Parameters: [{ S: 'A1' }, { S: 'x'.repeat(length) }] });
    const input = { Statements: [insert(10), insert(1_012), insert(1_013)] };
    expect(capacityOf('BatchExecuteStatement', JSON.stringify(input), '{}')).toEqual({ read: 0, write: 4 });
  });
});

describe('The stand-in', () => {
  const standIn = () => {
    const answers = new StandInAnswers({ Devices: { sn: { S: 'recorded' }, modelId: { N: '2' }, name: { S: 'x' } } });
    return (operation: string, input: object) => answers.answer(operation, JSON.stringify(input));
  };
  const read = {
    Keys: [{ sn: { S: 'A1' } }],
    ProjectionExpression: '#0, modelId',
    ExpressionAttributeNames: { '#0': 'sn' },
  };
  const insert = {
    Statement: `INSERT INTO "Upgrades" VALUE {'sn': ?, 'modelId': ?}`,
    Parameters: [{ S: 'A1' }, { N: '3' }],
  };

  test('holds a recorded item under every key, and of other tables what was written, as far as it is asked for', () => {
    const ask = standIn();
    const both = { RequestItems: { Devices: read, Upgrades: read } };
    const recorded = [{ sn: { S: 'A1' }, modelId: { N: '2' } }];
    expect(ask('BatchGetItem', both).body).toMatchObject({ Responses: { Devices: recorded, Upgrades: [] } });
    ask('BatchExecuteStatement', { Statements: [insert] });
    const written = [{ sn: { S: 'A1' }, modelId: { N: '3' } }];
    expect(ask('BatchGetItem', both).body).toMatchObject({ Responses: { Devices: recorded, Upgrades: written } });
  });

  test('takes a conditional write once, and then shows what it met', () => {
    const ask = standIn();
    const put = { TableName: 'Upgrades', Item: { sn: { S: 'A1' } }, ConditionExpression: 'any' };
    expect(ask('PutItem', put)).toEqual({ status: 200, body: {} });
    expect(ask('PutItem', put)).toMatchObject({ status: 400, body: { Item: put.Item } });
  });

  test('settles each statement of a call on its own, and takes no more than 25', () => {
    const ask = standIn();
    const other = { ...insert, Parameters: [{ S: 'A2' }, { N: '3' }] };
    ask('BatchExecuteStatement', { Statements: [insert] });
    expect(ask('BatchExecuteStatement', { Statements: [other, insert] })).toMatchObject({
      status: 200,
      body: { Responses: [{ TableName: 'Upgrades' }, { Error: { Code: 'DuplicateItem' } }] },
    });
    expect(ask('BatchExecuteStatement', { Statements: Array(26).fill(insert) }).status).toBe(400);
  });
});
