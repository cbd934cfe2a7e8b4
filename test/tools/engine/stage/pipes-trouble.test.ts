import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PipeEvent } from '../../../../tools/stage/pipes/pipes.ts';
import { startPipes, type RunningPipes } from '../../../../tools/stage/pipes/start-pipes.ts';
import { databaseError } from '../../../../tools/prove/chaos/proxy/outcome.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../../../support/database-proxy.ts';
import { template, upgradeRecord } from '../../../support/event-log.ts';
import { newSns, put, stage } from '../../../support/stage.ts';
import { until } from '../../../support/until.ts';

let proxy: DatabaseProxy;
let pipes: RunningPipes;
let lines: string[];
let events: PipeEvent[];

beforeEach(async () => {
  lines = [];
  events = [];
  proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
});
afterEach(async () => {
  await pipes.close();
  await proxy.close();
});

function start(): void {
  const onTrouble = (line: string) => lines.push(line);
  pipes = startPipes({ template, endpoint: proxy.url, onEvent: (event) => events.push(event), onTrouble });
}

test('An engine that gives tables no stream costs the events, and one line says so', async () => {
  proxy.intervene = async ({ operation }, forward) => {
    const { status, body } = await forward();
    if (operation !== 'DescribeTable') return { status, body };
    const { LatestStreamArn, ...Table } = body['Table'] as Record<string, unknown>;
    return { status, body: { Table } };
  };
  start();
  await until(() => lines.length > 0);
  expect(lines).toEqual([`No events of ${stage.tables.upgrades}: the engine has no streams`]);
});

test('An engine that does not know the calls on streams costs the events, and one line says so', async () => {
  proxy.intervene = ({ operation }, forward) =>
    operation === 'DescribeStream' ? Promise.resolve(databaseError('UnknownOperationException')) : forward();
  start();
  await until(() => lines.length > 0);
  expect(lines).toEqual([expect.stringMatching(/^No events of \w+: .*UnknownOperationException/)]);
});

test.each(['ExpiredIteratorException', 'TrimmedDataAccessException'])(
  'Reading goes on after %s, and misses nothing',
  async (fault) => {
    const [before = '', after = ''] = newSns(2);
    const seen = (sn: string) => events.some(({ detail }) => detail['sn'] === sn);
    start();
    await put('upgrades', upgradeRecord(before));
    await until(() => seen(before));
    let left = 1;
    proxy.intervene = ({ operation }, forward) =>
      operation === 'GetRecords' && left-- > 0 ? Promise.resolve(databaseError(fault)) : forward();
    await until(() => left < 1);
    await put('upgrades', upgradeRecord(after));
    await until(() => seen(after));
    expect(lines).toEqual([]);
  },
);

test('Nothing is read twice after an iterator has expired', async () => {
  const sn = newSns(1).join();
  start();
  await put('upgrades', upgradeRecord(sn));
  const seen = () => events.filter(({ detail }) => detail['sn'] === sn).length;
  await until(() => seen() > 0);
  let left = 1;
  proxy.intervene = ({ operation }, forward) =>
    operation === 'GetRecords' && left-- > 0 ? Promise.resolve(databaseError('ExpiredIteratorException')) : forward();
  await until(() => left < -3);
  expect(seen()).toBe(1);
});

test('Reading stops with the pipes, without a word', async () => {
  start();
  await until(() => proxy.calls.some(({ operation }) => operation === 'GetRecords'));
  await pipes.close();
  const calls = proxy.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([proxy.calls.length, lines]).toEqual([calls, []]);
});
