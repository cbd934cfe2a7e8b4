/** The past of a device, from a start by HTTP over stream, pipes, bus and recorder to the answer. */
import { expect, test } from '@jest/globals';
import { rulesOf } from '../../../tools/stage/bus/rules.ts';
import { startStage } from '../../../tools/stage/stage.ts';
import { startDatabaseProxy } from '../../support/database-proxy.ts';
import { onOwnTables } from '../../support/own-tables.ts';
import { gateway, start, started, succeeded, upgradeOf } from '../../support/reports.ts';
import { ask, post, type Reply } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

type Entry = NonNullable<Reply['body']['details']>[number] & Readonly<Record<string, unknown>>;

const historyOf = async (sn: string, url?: string) =>
  (await ask('upgrade-history', sn, undefined, url)).body.details as readonly Entry[];

test('The past of a device outlives its record, newest first, each upgrade with its end', async () => {
  const first = await started();
  const { sn } = first;
  expect(await historyOf(sn)).toMatchObject([{ 'upgrade-id': first.upgradeId, state: 'requested' }]);
  await gateway.reportEnd(first, succeeded);
  await start(sn, 22);
  const second = await upgradeOf(sn);
  await ask('cancel-upgrade', [sn], 22);
  await start(sn);
  const third = await upgradeOf(sn);
  // The last one is told at once, those before it as soon as their ends have come by the bus.
  expect((await historyOf(sn))[0]).toMatchObject({ 'upgrade-id': third.upgradeId, state: 'requested' });
  await until(async () => (await historyOf(sn)).filter((each) => each['ended-at'] !== undefined).length === 2);
  const common = { sn, result: 0, 'requested-by': 'demo-admin', 'requested-at': expect.any(String) };
  const end = { ...common, 'ended-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/) };
  expect(await historyOf(sn)).toEqual([
    { ...common, 'upgrade-id': third.upgradeId, 'firmware-id': 21, version: '2.4.0', state: 'requested' },
    {
      ...end,
      ...{ 'upgrade-id': second.upgradeId, 'firmware-id': 22, version: '2.5.0', state: 'cancelled' },
      'cancelled-by': 'demo-admin',
    },
    { ...end, 'upgrade-id': first.upgradeId, 'firmware-id': 21, version: '2.4.0', state: 'succeeded' },
  ]);
});

test('A recorder that is killed in the middle of its writes loses none of them', async () => {
  await using scope = new AsyncDisposableStack();
  const own = await onOwnTables('Past');
  const functionId = rulesOf(own.assembly.template)[0]?.functionId ?? '';
  const proxy = await startDatabaseProxy(own.engine?.endpoint ?? '');
  scope.defer(() => proxy.close());
  const stage = await startStage(scope, { ...own, proxy, onEvent: () => undefined });
  const writes: number[] = [];
  proxy.intervene = async (call, forward) => {
    if (call.operation !== 'UpdateItem') return forward();
    writes.push(Date.now());
    // Before the first write has been made, and after the third.
    if (writes.length === 1) await stage.functions.kill(functionId);
    const reply = await forward();
    if (writes.length === 3) await stage.functions.kill(functionId);
    return reply;
  };
  const sns = ['A302190930002', 'A302190930003', 'A302190930004', 'A302190930005'];
  const details = (await post(JSON.stringify({ sn: sns, 'firmware-id': 21 }), {}, stage.url)).body.details ?? [];
  expect(details.map(({ result }) => result)).toEqual([0, 0, 0, 0]);
  await ask('cancel-upgrade', sns, 21, stage.url);
  for (const sn of sns) await until(async () => (await historyOf(sn, stage.url))[0]?.['ended-at'] !== undefined);
  expect(writes.length).toBeGreaterThan(8);
});
