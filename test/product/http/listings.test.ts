/** What is listed by HTTP, on tables of its own: the catalogue of firmwares, and the past of devices by pipes, bus and recorder. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createStreamFleetClient } from '../../../client/src/index.ts';
import type { FirmwareItem } from '../../../functions/store/items/firmware.ts';
import { putAll } from '../../../tools/batch-write.ts';
import { rulesOf } from '../../../tools/stage/bus/rules.ts';
import { DEMO } from '../../../tools/stage/demo-data/demo.ts';
import { startStage, type Stage } from '../../../tools/stage/stage.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../../support/database-proxy.ts';
import { firmware21 } from '../../support/fakes.ts';
import { onOwnTables } from '../../support/own-tables.ts';
import { ask, post } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const scope = new AsyncDisposableStack();
let proxy: DatabaseProxy;
let own: Stage;

const firmware = (firmwareId: number): FirmwareItem => ({
  firmwareId,
  ...firmware21.product,
  ...firmware21.file,
  state: 'available',
});

interface Entry {
  readonly 'ended-at'?: string;
}

const thousand = Array.from({ length: 1_001 }, (_, index) => firmware(2_001 - index));

beforeAll(async () => {
  const options = await onOwnTables('Listings');
  proxy = await startDatabaseProxy(scope, options.engine?.endpoint ?? '');
  own = await startStage(scope, { ...options, proxy, onEvent: () => undefined });
  await putAll(own.documents, own.tables.firmwares, thousand, 1);
});
afterAll(() => scope.disposeAsync());

test('The client lists all firmwares by their ids, page after page, with none left out', async () => {
  const client = createStreamFleetClient({ baseUrl: own.url, session: DEMO.admin });
  const { details, requestId } = await client.listFirmwares();
  const demo = [21, 22, 23, 24, 31, 41];
  const ids = [...demo, ...thousand.map(({ firmwareId }) => firmwareId).reverse()];
  expect(details.map((detail) => detail['firmware-id'])).toEqual(ids);
  expect(requestId).toMatch(/^\S+$/);
});

test('The past of a device outlives its record, and a recorder that is killed in the middle of its writes loses none of it', async () => {
  const functionId = rulesOf(own.template)[0]?.functionId ?? '';
  const writes: number[] = [];
  proxy.intervene = async (call, forward) => {
    if (call.operation !== 'UpdateItem') return forward();
    writes.push(Date.now());
    // Before the first write has been made, and after the third.
    if (writes.length === 1) await own.functions.kill(functionId);
    const reply = await forward();
    if (writes.length === 3) await own.functions.kill(functionId);
    return reply;
  };
  const sns = ['A302190930002', 'A302190930003', 'A302190930004', 'A302190930005'];
  for (const firmwareId of [21, 22]) {
    const { details } = (await post(JSON.stringify({ sn: sns, 'firmware-id': firmwareId }), {}, own.url)).body;
    expect(details?.map(({ result }) => result)).toEqual([0, 0, 0, 0]);
    if (firmwareId === 21) await ask('cancel-upgrade', sns, 21, own.url);
  }
  const requested = { result: 0, 'upgrade-id': expect.any(String), 'requested-by': 'demo-admin' };
  const ended = { state: 'cancelled', 'cancelled-by': 'demo-admin', 'ended-at': expect.stringMatching(/T[\d:]{8}Z$/) };
  const past = { ...requested, ...ended, 'firmware-id': 21, version: '2.4.0', 'requested-at': expect.any(String) };
  for (const sn of sns) {
    const pastOf = async () =>
      (await ask('upgrade-history', sn, undefined, own.url)).body.details?.[1] as Entry | undefined;
    await until(async () => (await pastOf())?.['ended-at'] !== undefined);
    expect(await pastOf()).toEqual({ sn, ...past });
  }
  expect(writes.length).toBeGreaterThan(8);
});
