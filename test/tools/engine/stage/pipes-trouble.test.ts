import { expect, test } from '@jest/globals';
import type { Intervention } from '../../../../tools/stage/database-proxy/fault-proxy.ts';
import { databaseError, type Outcome } from '../../../../tools/stage/database-proxy/outcome.ts';
import { startPipes } from '../../../../tools/stage/pipes/start-pipes.ts';
import { instead, interveneNext, startDatabaseProxy } from '../../../support/database-proxy.ts';
import { template, upgradeRecord } from '../../../support/event-log.ts';
import { newSns, put, stage } from '../../../support/stage.ts';
import { until } from '../../../support/until.ts';

/** Without the pipe of another stream, which would take interventions that are meant for this one. */
const ofUpgrades = {
  ...template,
  Resources: Object.fromEntries(Object.entries(template.Resources).filter(([id]) => !id.includes('RolloutChanged'))),
};

/** Pipes that begin with this intervention, as long as the scope. Each case has its own, so that all can wait side by side. */
async function pipesBehindProxy(scope: AsyncDisposableStack, intervention?: Intervention) {
  const lines: string[] = [];
  const sns: unknown[] = [];
  const proxy = await startDatabaseProxy(scope, stage.dynamodbEndpoint);
  if (intervention) proxy.intervene = intervention;
  const pipes = scope.use(new AsyncDisposableStack());
  startPipes(pipes, {
    template: ofUpgrades,
    endpoint: proxy.url,
    onEvent: ({ detail }) => sns.push(detail['sn']),
    onTrouble: (line) => lines.push(line),
  });
  return {
    ...{ proxy, lines, pipes },
    seen: (sn: string) => sns.filter((one) => one === sn).length,
    reads: () => proxy.calls.filter(({ operation }) => operation === 'GetRecords').length,
  };
}

const withoutStream: Intervention = async ({ operation }, forward) => {
  const { status, body } = await forward();
  if (operation !== 'DescribeTable') return { status, body };
  const { LatestStreamArn, ...Table } = body['Table'] as Record<string, unknown>;
  return { status, body: { Table } };
};
const withoutStreamCalls: Intervention = ({ operation }, forward) =>
  operation === 'DescribeStream' ? Promise.resolve(databaseError('UnknownOperationException')) : forward();

test.concurrent.each([
  ['gives tables no stream', withoutStream, /^No events of \w+: the engine has no streams$/],
  ['does not know the calls on streams', withoutStreamCalls, /^No events of \w+: .*UnknownOperationException/],
])('An engine that %s costs the events, and one line says so', async (_what, intervention, line) => {
  await using scope = new AsyncDisposableStack();
  const { lines } = await pipesBehindProxy(scope, intervention);
  await until(() => lines.length > 0);
  expect(lines).toEqual([expect.stringMatching(line)]);
});

test.concurrent('Pipes that wait for an engine end when the stage does', async () => {
  await using scope = new AsyncDisposableStack();
  const { lines, pipes } = await pipesBehindProxy(scope, instead('drop'));
  await until(() => lines.length > 0);
  await pipes.disposeAsync();
  expect(lines).toHaveLength(1);
});

test.concurrent.each<[string, Outcome]>([
  ['is away', 'drop'],
  ['has a fault of its own', databaseError('InternalServerError', 500)],
])('An engine that %s for a while, at any call, costs no event; one line tells each outage', async (_what, outcome) => {
  await using scope = new AsyncDisposableStack();
  const [sn = ''] = newSns(1);
  const asked: string[] = [];
  const { lines, seen } = await pipesBehindProxy(scope, ({ operation }, forward) => {
    asked.push(operation);
    return asked.filter((one) => one === operation).length > 5 ? forward() : Promise.resolve(outcome);
  });
  await put('upgrades', upgradeRecord(sn));
  await until(() => seen(sn) > 0);
  expect(lines).toEqual(Array(4).fill(expect.stringMatching(/^Events of \w+ wait for the engine: .+/)));
});

test.concurrent.each([
  ['ExpiredIteratorException', 'and reads nothing twice', 1],
  ['TrimmedDataAccessException', 'from the beginning', 2],
])('Reading goes on after %s, %s, and misses nothing', async (fault, _how, times) => {
  await using scope = new AsyncDisposableStack();
  const { proxy, lines, seen } = await pipesBehindProxy(scope);
  const [before = '', after = ''] = newSns(2);
  await put('upgrades', upgradeRecord(before));
  await until(() => seen(before) > 0);
  let isMet = false;
  interveneNext(proxy, 1, 'GetRecords', (...call) => ((isMet = true), instead(databaseError(fault))(...call)));
  await until(() => isMet);
  await put('upgrades', upgradeRecord(after));
  await until(() => seen(after) > 0);
  expect([seen(before), lines]).toEqual([times, []]);
});

/** Lets a shard end after the record of this device, and then the same records be those of its only child. */
const oneShardAfterTheOther = (sn: string): Intervention => {
  let hasEnded = false;
  return async ({ operation, input }, forward) => {
    const { ShardId: id } = input;
    const isChild = typeof id === 'string' && id.endsWith('-child');
    const { status, body } = await forward(isChild ? { ...input, ShardId: id.slice(0, -6) } : input);
    if (operation === 'GetRecords' && !hasEnded && JSON.stringify(body['Records']).includes(sn)) {
      hasEnded = true;
      return { status, body: { Records: body['Records'] } };
    }
    if (operation !== 'DescribeStream' || !hasEnded) return { status, body };
    const description = body['StreamDescription'] as { readonly Shards: readonly { readonly ShardId: string }[] };
    const children = description.Shards.map(({ ShardId }) => ({ ShardId: `${ShardId}-child`, ParentShardId: ShardId }));
    return { status, body: { StreamDescription: { ...description, Shards: [...description.Shards, ...children] } } };
  };
};

test.concurrent('Reading goes on in the child of a shard that has ended, and asks for shards only then', async () => {
  await using scope = new AsyncDisposableStack();
  const [sn = ''] = newSns(1);
  await put('upgrades', upgradeRecord(sn));
  const { proxy, reads, seen } = await pipesBehindProxy(scope, oneShardAfterTheOther(sn));
  await until(() => seen(sn) === 2);
  const already = reads();
  await until(() => reads() > already + 1);
  expect(proxy.calls.filter(({ operation }) => operation === 'DescribeStream')).toHaveLength(2);
});

test.concurrent('Reading stops with the pipes, without a word', async () => {
  await using scope = new AsyncDisposableStack();
  const { lines, pipes, reads } = await pipesBehindProxy(scope);
  await until(() => reads() > 0);
  await pipes.disposeAsync();
  const calls = reads();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([reads(), lines]).toEqual([calls, []]);
});
