/** What the proxy does to calls of the database, and that the promise holds all the same; `npm run chaos` goes further. */
import { BatchExecuteStatementCommand } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { check } from '../../../../tools/prove/chaos/checker/check.ts';
import { runChaos } from '../../../../tools/prove/chaos/drive/run-chaos.ts';
import {
  faultRules,
  interventionsOf,
  type FaultName,
  type FaultRule,
} from '../../../../tools/prove/chaos/faults/fault-plan.ts';
import { startFaultProxy } from '../../../../tools/stage/database-proxy/fault-proxy.ts';
import { localDynamoDB } from '../../../../tools/stage/dynamodb.ts';
import { onOwnTables } from '../../../support/own-tables.ts';
import { newDevices, newSns, stage, storedUpgrade } from '../../../support/stage.ts';
import { until } from '../../../support/until.ts';

const scope = new AsyncDisposableStack();
const proxy = await startFaultProxy(scope, stage.dynamodbEndpoint);
const requestHandler = { requestTimeout: 2_000, throwOnRequestTimeout: true };
const client = scope.use(localDynamoDB(proxy.url, { maxAttempts: 1, requestHandler }));
const documents = DynamoDBDocumentClient.from(client);
afterAll(() => scope.disposeAsync());

let kills = 0;
function strike(fault: FaultName, rule: Partial<FaultRule> = {}): void {
  kills = 0;
  proxy.intervene = interventionsOf({ seed: 1, rules: [{ fault, rate: 1, ...rule }], kill: () => (kills += 1) });
}

function calm(): void {
  proxy.intervene = (_call, forward) => forward();
}

const write = (sn: string) => documents.send(new PutCommand({ TableName: stage.tables.upgrades, Item: { sn } }));
const read = (sn: string) => documents.send(new GetCommand({ TableName: stage.tables.upgrades, Key: { sn } }));
const newSn = () => newSns(1).join();

/** What a client sees of a write, and whether it was made. */
async function writing(fault: FaultName): Promise<[string, boolean]> {
  const sn = newSn();
  strike(fault);
  const seen = await write(sn).then(
    () => 'success',
    (error: unknown) => (error as Error).name,
  );
  calm();
  return [seen, (await storedUpgrade(sn)) !== undefined];
}

test.each<[FaultName, string, boolean]>([
  ['reply-dropped', 'Error', true],
  ['error-after-commit', 'InternalServerError', true],
  ['hang-after-commit', 'TimeoutError', true],
  ['hang', 'TimeoutError', false],
  ['slow', 'success', true],
  ['provisioned-throughput-exceeded', 'ProvisionedThroughputExceededException', false],
  ['throttled', 'ThrottlingException', false],
  ['request-limit-exceeded', 'RequestLimitExceeded', false],
  ['error-before-commit', 'InternalServerError', false],
])('A write that meets "%s" ends for its client with %s; it was made: %s', async (fault, seen, made) => {
  expect(await writing(fault)).toEqual([seen, made]);
});

test.each<FaultName>(['truncated', 'halved'])('A read that meets "%s" is no success', async (fault) => {
  const sn = newSn();
  await write(sn);
  strike(fault);
  await expect(read(sn)).rejects.toThrow();
  calm();
  expect((await read(sn)).Item).toEqual({ sn });
});

test('A write that is late is made after its client has given it up', async () => {
  const sn = newSn();
  strike('late');
  await expect(write(sn)).rejects.toThrow();
  expect(await storedUpgrade(sn)).toBeUndefined();
  await until(async () => (await storedUpgrade(sn)) !== undefined);
  expect(await storedUpgrade(sn)).toEqual({ sn });
});

test('A refused connection is refused to all for a moment, and then to nobody', async () => {
  strike('refused', { item: 'the-one' });
  const readAnother = () =>
    read('another').then(
      () => 'read',
      (error: unknown) => String(error),
    );
  // The moment is short: on a busy machine it may have passed before the second read.
  await until(async () => {
    await expect(read('the-one')).rejects.toThrow();
    return (await readAnother()).includes('ECONNREFUSED');
  });
  await until(async () => (await readAnother()) === 'read');
});

test('Unprocessed keys are the second half of those asked for; the items of the first half come', async () => {
  const sns = await newDevices(3);
  strike('unprocessed-keys');
  const { devices } = stage.tables;
  const Keys = sns.map((sn) => ({ sn }));
  const RequestItems = { [devices]: { Keys, ConsistentRead: true } };
  const { Responses, UnprocessedKeys } = await documents.send(new BatchGetCommand({ RequestItems }));
  expect(Responses?.[devices]?.map(({ sn }) => sn as string)).toEqual([sns[0]]);
  expect(UnprocessedKeys).toEqual({ [devices]: { Keys: Keys.slice(1), ConsistentRead: true } });
});

/** What a client sees of three inserts in one call, the second of which meets the fault, and which of them were made. */
async function inserting(fault: FaultName) {
  const sns = newSns(3);
  strike(fault, { item: sns[1] ?? '' });
  const Statements = sns.map((sn) => ({
    Statement: `INSERT INTO "${stage.tables.upgrades}" VALUE {'sn': ?, 'state': 'requested'}`,
    Parameters: [{ S: sn }],
  }));
  const { Responses } = await client.send(new BatchExecuteStatementCommand({ Statements }));
  calm();
  const made = await Promise.all(sns.map(async (sn) => (await storedUpgrade(sn)) !== undefined));
  return { seen: Responses?.map(({ Error }) => Error?.Code ?? 'success'), made };
}

test.each<[FaultName, string[], boolean[]]>([
  ['statement-throttled', ['success', 'ThrottlingError', 'success'], [true, false, true]],
  ['statement-failed', ['success', 'InternalServerError', 'success'], [true, false, true]],
  ['statement-failed-after-commit', ['success', 'InternalServerError', 'success'], [true, true, true]],
  ['statement-unanswered', ['success', 'success'], [true, true, true]],
  ['half-answered', ['success'], [true, true, true]],
  ['worker-killed', ['success', 'success', 'success'], [true, true, true]],
])(
  'Of three statements in one call the second meets "%s"; their answers are %j, they were made: %j',
  async (fault, seen, made) => {
    expect(await inserting(fault)).toEqual({ seen, made });
    expect(kills).toBe(fault === 'worker-killed' ? 1 : 0);
  },
);

test('The promise holds for upgrades and roll-outs through all faults at once, and once they are over, no concurrent request gets a 4', async () => {
  const { history, faults } = await runChaos(
    { seed: 20_260_101, requests: 40, seconds: 60, callers: 6, devices: 10, operators: 2, rules: faultRules(1) },
    { stage: await onOwnTables('Chaos') },
  );
  expect(check(history)).toEqual([]);
  expect(faults.size).toBeGreaterThan(5);
  expect(history.invocations.filter(({ faultless }) => !faultless).length).toBeGreaterThan(20);
  expect(history.invocations.filter(({ user }) => user.startsWith('calm')).length).toBeGreaterThan(20);
  expect(history.versions.some(({ requestKey }) => requestKey.startsWith('rollout:'))).toBe(true);
});
