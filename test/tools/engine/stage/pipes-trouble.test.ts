import { expect, test } from '@jest/globals';
import type { PipeEvent } from '../../../../tools/stage/pipes/pipes.ts';
import { startPipes } from '../../../../tools/stage/pipes/start-pipes.ts';
import { databaseError } from '../../../../tools/stage/database-proxy/outcome.ts';
import { startDatabaseProxy } from '../../../support/database-proxy.ts';
import { template, upgradeRecord } from '../../../support/event-log.ts';
import { newSns, put, stage } from '../../../support/stage.ts';
import { until } from '../../../support/until.ts';

/** Each case has a proxy and pipes of its own, so that all can wait side by side. */
async function pipesBehindProxy(scope: AsyncDisposableStack) {
  const lines: string[] = [];
  const events: PipeEvent[] = [];
  const proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
  scope.defer(() => proxy.close());
  return {
    proxy,
    lines,
    seen: (sn: string) => events.filter(({ detail }) => detail['sn'] === sn).length,
    start: () => {
      const onTrouble = (line: string) => lines.push(line);
      const pipes = startPipes({ template, endpoint: proxy.url, onEvent: (event) => events.push(event), onTrouble });
      scope.defer(() => pipes.close());
      return pipes;
    },
  };
}

test.concurrent('An engine that gives tables no stream costs the events, and one line says so', async () => {
  await using scope = new AsyncDisposableStack();
  const { proxy, lines, start } = await pipesBehindProxy(scope);
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

test.concurrent(
  'An engine that does not know the calls on streams costs the events, and one line says so',
  async () => {
    await using scope = new AsyncDisposableStack();
    const { proxy, lines, start } = await pipesBehindProxy(scope);
    proxy.intervene = ({ operation }, forward) =>
      operation === 'DescribeStream' ? Promise.resolve(databaseError('UnknownOperationException')) : forward();
    start();
    await until(() => lines.length > 0);
    expect(lines).toEqual([expect.stringMatching(/^No events of \w+: .*UnknownOperationException/)]);
  },
);

test.concurrent.each(['ExpiredIteratorException', 'TrimmedDataAccessException'])(
  'Reading goes on after %s, and misses nothing',
  async (fault) => {
    await using scope = new AsyncDisposableStack();
    const { proxy, lines, seen, start } = await pipesBehindProxy(scope);
    const [before = '', after = ''] = newSns(2);
    start();
    await put('upgrades', upgradeRecord(before));
    await until(() => seen(before) > 0);
    let left = 1;
    proxy.intervene = ({ operation }, forward) =>
      operation === 'GetRecords' && left-- > 0 ? Promise.resolve(databaseError(fault)) : forward();
    await until(() => left < 1);
    await put('upgrades', upgradeRecord(after));
    await until(() => seen(after) > 0);
    expect(lines).toEqual([]);
  },
);

test.concurrent('Nothing is read twice after an iterator has expired', async () => {
  await using scope = new AsyncDisposableStack();
  const { proxy, seen, start } = await pipesBehindProxy(scope);
  const sn = newSns(1).join();
  start();
  await put('upgrades', upgradeRecord(sn));
  await until(() => seen(sn) > 0);
  let left = 1;
  proxy.intervene = ({ operation }, forward) =>
    operation === 'GetRecords' && left-- > 0 ? Promise.resolve(databaseError('ExpiredIteratorException')) : forward();
  await until(() => left < -3);
  expect(seen(sn)).toBe(1);
});

test.concurrent('Reading stops with the pipes, without a word', async () => {
  await using scope = new AsyncDisposableStack();
  const { proxy, lines, start } = await pipesBehindProxy(scope);
  const pipes = start();
  await until(() => proxy.calls.some(({ operation }) => operation === 'GetRecords'));
  await pipes.close();
  const calls = proxy.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([proxy.calls.length, lines]).toEqual([calls, []]);
});
