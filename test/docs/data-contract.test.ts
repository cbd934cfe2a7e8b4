/** The examples of docs/data-contract.md: put into the tables of the stage, for the operations to read. */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { findFaults } from '../../functions/get-stream-servers-list/completeness.ts';
import type { DeviceItem, StreamServerItem } from '../../functions/store/items/device.ts';
import type { FirmwareItem } from '../../functions/store/items/firmware.ts';
import type { SessionItem } from '../../functions/store/items/session.ts';
import type { UpgradeItem } from '../../functions/store/items/upgrade.ts';
import { sidHash } from '../../functions/store/sessions.ts';
import { upgradeItem } from '../../functions/store/upgrade-statements.ts';
import { deviceSchema, streamServers } from '../../tools/operate/fleet/device/schema.ts';
import { blocksOf, rowsOf, sectionOf } from '../support/docs/documents.ts';
import { notRun, type Rule, testDocument, testedBy } from '../support/docs/test-document.ts';
import * as shared from '../support/stage.ts';

const { listOf, newDevice, nowSeconds, put, results, upgrade } = shared;

const DOCUMENT = 'docs/data-contract.md';

/** Tries an example of an item. */
function tried(attempt: (item: never) => Promise<void>): Rule {
  return async ({ text }) => {
    await attempt(JSON.parse(text) as never);
    return text;
  };
}

async function sessionLogsIn(item: SessionItem): Promise<void> {
  const sid = /`cloud-sid` `(?<sid>[^`]+)`/.exec(sectionOf(DOCUMENT, 'Sessions'))?.groups?.['sid'] ?? '';
  expect(item.sidHash).toBe(sidHash(sid));
  expect(String(item.expiresAt)).toMatch(/^\d{10}$/);
  await put('sessions', { ...item, expiresAt: nowSeconds() + 3600 });
  const session = { sid, uid: item.userName };
  const sn = await newDevice();
  expect((await listOf(sn, session)).status).toBe(200);
  const body = JSON.stringify({ sn: [sn], 'firmware-id': 21 });
  expect(results(await shared.post(body, { cookie: shared.cookies(session) }))).toEqual([0]);
}

async function deviceIsKnown(example: DeviceItem): Promise<void> {
  expect(v.safeParse(deviceSchema, example).issues).toBeUndefined();
  const [sn = ''] = shared.newSns(1);
  await put('devices', { ...example, sn });
  const { serverList = [] } = (await listOf(sn)).body;
  expect(serverList.map(({ type, id, isConfigured }) => ({ type, id, isConfigured }))).toEqual(
    [1, 2, 3, 6, 4, 5].map((type) => ({ type, id: 5_812_350_000 + type, isConfigured: true })),
  );
  expect(results(await upgrade([sn]))).toEqual([0]);
}

async function firmwareIsStartable(example: FirmwareItem): Promise<void> {
  const item = { ...example, firmwareId: 8300 };
  const { firmwareId, version, location, sizeBytes, sha256 } = item;
  await put('firmwares', item);
  const sn = await newDevice();
  expect(results(await upgrade([sn], firmwareId))).toEqual([0]);
  expect(await shared.storedUpgrade(sn)).toMatchObject({ firmwareId, version, location, sizeBytes, sha256 });
}

async function upgradeHoldsItsDevice(item: UpgradeItem): Promise<void> {
  const { version, location, sizeBytes, sha256, requestedAt, ...rest } = item;
  const file = { version, location, sizeBytes, sha256 };
  expect(item).toEqual(upgradeItem({ ...rest, file, requestedAt: new Date(requestedAt) }));
  const sn = await newDevice();
  await put('upgrades', { ...item, sn, leaseEndsAt: nowSeconds() + 3600 });
  expect(results(await upgrade([sn], item.firmwareId))).toEqual([1]);
  expect(results(await upgrade([sn], 22))).toEqual([11]);
}

const gatewayCall = testedBy('test/support/documented-calls.ts');

testDocument('docs/data-contract.md', {
  'Sessions: json': tried(sessionLogsIn),
  'Devices: json': tried(deviceIsKnown),
  'Firmwares: json': tried(firmwareIsStartable),
  'Upgrades: json': tried(upgradeHoldsItsDevice),
  'The device gateway: text': notRun('a drawing'),
  'Progress: json': gatewayCall,
  'Success: json': gatewayCall,
  'Failure: json': gatewayCall,
});

describe('An example of a stream server', () => {
  const rows = rowsOf(sectionOf(DOCUMENT, 'Stream servers')).filter(([server]) => server?.startsWith('`{'));
  const serverIn = (cell = '') => JSON.parse(cell.slice(1, -1)) as StreamServerItem;

  test('is there for each kind, configured and not', () => {
    const kinds = rows.map(([cell, answer]) => `${String(serverIn(cell).type)} ${answer?.slice(0, 2) ?? ''}`);
    expect(new Set(kinds)).toEqual(new Set(['4 ye', '5 ye', '6 ye', '1 no', '4 no', '5 no', '6 no']));
  });

  test.each(rows)('%s: %s', async (cell, answer) => {
    const server = serverIn(cell);
    const faults = findFaults(server).map(({ field, problem }) => `\`${field}\` ${problem}`);
    expect(answer).toBe(faults.length === 0 ? 'yes' : `no: ${faults.join(', ')}`);
    expect(v.safeParse(streamServers, [server]).issues).toBeUndefined();
    const { serverList = [] } = (await listOf(await newDevice({ streamServers: [server] }))).body;
    const { id, type } = server;
    expect(serverList).toContainEqual(expect.objectContaining({ id, type, isConfigured: answer === 'yes' }));
  });
});

/** The example under a heading. */
function exampleOf(heading: string): object {
  return JSON.parse(blocksOf(DOCUMENT).find(({ name }) => name === `${heading}: json`)?.text ?? '{}') as object;
}

test.each(['Sessions', 'Devices', 'Firmwares', 'Upgrades'])(
  '%s: the example has the attributes of the table',
  (table) => {
    const [own = ''] = sectionOf(DOCUMENT, table).split('\n### ');
    const key = /^Key `(?<key>\w+)`/m.exec(own)?.groups?.['key'] ?? '';
    const attributes = rowsOf(own).flatMap(([cell = '']) => cell.replaceAll('`', '').split(', '));
    // On record only by a roll-out, after a report of the device gateway, or after somebody has cancelled or ended it.
    const later = ['decidedAt', 'progress', 'reason', 'cancelledAt', 'cancelToken', 'endedBy', 'endedAt'];
    const expected = [key, ...attributes].filter((name) => !later.includes(name));
    expect(new Set(Object.keys(exampleOf(table)))).toEqual(new Set(expected));
  },
);

test('The examples tell one story: the device is upgraded to the firmware, and the device gateway reports on it', () => {
  const { familyId, modelId, hardwareVersion, sn } = exampleOf('Devices') as DeviceItem;
  const firmware = exampleOf('Firmwares') as FirmwareItem;
  expect(firmware).toMatchObject({ familyId, modelId, hardwareVersion });
  const { firmwareId, version, location, sizeBytes, sha256 } = firmware;
  const { userName } = exampleOf('Sessions') as SessionItem;
  const started = exampleOf('Upgrades') as UpgradeItem;
  expect(started).toMatchObject({ sn, firmwareId, version, location, sizeBytes, sha256, requestedBy: userName });
  expect(exampleOf('Progress')).toMatchObject({
    Key: { sn: { S: sn } },
    ExpressionAttributeValues: { ':upgradeId': { S: started.upgradeId } },
  });
});
