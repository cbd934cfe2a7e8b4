import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { failureOf, file, fleet, fleetJson } from '../../../support/fleet.ts';
import { newDevice, newDevices, results, storedUpgrade, upgrade } from '../../../support/stage.ts';

const image = file('firmware.bin', Buffer.alloc(3_000_000));

/** An id that no other test uses. */
const newId = () => randomInt(1_000_000, 1_000_000_000);

function add(id: number, path = image): string {
  const product = '--family 3 --model 2 --hardware 1.0';
  return `firmware add ${path} --id ${String(id)} ${product} --version 2.9.0 --location s3://firmwares/2.9.0.bin`;
}

describe('firmware add', () => {
  test('does not replace a firmware', async () => {
    const id = newId();
    await fleetJson(add(id));
    expect(await failureOf(add(id, file('other.bin', 'other')))).toMatch(/^Firmware \d+ exists already/);
    const found = (await fleetJson('firmware list')).find(({ firmwareId }) => firmwareId === id);
    expect(found).toMatchObject({ sizeBytes: 3_000_000 });
  });

  test.each(['absent.bin', file('empty.bin', '')])('refuses a file that is missing or empty: %s', async (path) => {
    expect(await failureOf(add(newId(), path))).toMatch(/^The file /);
  });
});

describe('firmware withdraw and restore', () => {
  test('stop new upgrades and allow them again; both may be repeated', async () => {
    const id = newId();
    const [sn = '', other] = await newDevices(2);
    await fleetJson(add(id));
    expect(results(await upgrade([sn], id))).toEqual([0]);
    for (const command of Array<string>(2).fill(`firmware withdraw ${String(id)}`)) await fleetJson(command);
    expect(await upgrade([other], id)).toMatchObject({ status: 409, body: { result: 38 } });
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'requested' });
    for (const command of Array<string>(2).fill(`firmware restore ${String(id)}`)) await fleetJson(command);
    expect(results(await upgrade([other], id))).toEqual([0]);
  });

  test.each([
    ['withdraw', 'firmware', newId(), 404],
    ['restore', 'withdrawn firmware', newId(), 404],
    ['restore', 'withdrawn firmware', DEMO.uploadingFirmwareId, 409],
  ])(
    '%s fails for a firmware that does not exist, or is still being uploaded: %s %i',
    async (command, what, id, status) => {
      expect(await failureOf(`firmware ${command} ${String(id)}`)).toBe(`There is no ${what} ${String(id)}`);
      expect((await upgrade([await newDevice()], id)).status).toBe(status);
    },
  );
});

test('firmware list shows all firmwares, sorted by id', async () => {
  const ids = (await fleetJson('firmware list')).map(({ firmwareId }) => Number(firmwareId));
  expect(ids).toEqual(expect.arrayContaining([21, 22, 23, 24, 31, 41]));
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect((await fleet('firmware list')).stdout).toMatch(/^firmwareId +state[^]+^24 +withdrawn +3 +2 +1\.0/m);
});
