import { createHash, randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { file, fleet, fleetJson } from '../../../support/fleet.ts';
import { newDevice, newDevices, put, results, storedUpgrade, upgrade } from '../../../support/stage.ts';

const content = Buffer.alloc(3_000_000, 'firmware ');
const image = file('firmware.bin', content);

/** Ids that no other test uses. */
function newId(): number {
  return randomInt(1_000_000, 1_000_000_000);
}

function add(id: number, path = image) {
  const product = ['--family', '3', '--model', '2', '--hardware', '1.0'];
  const rest = ['--version', '2.9.0', '--location', 's3://firmwares/2.9.0.bin'];
  return ['firmware', 'add', path, '--id', String(id), ...product, ...rest];
}

describe('firmware add', () => {
  test('makes a firmware available, with the size and the hash of the file', async () => {
    const id = newId();
    const sha256 = createHash('sha256').update(content).digest('hex');
    const [added] = await fleetJson(add(id));
    expect(added).toMatchObject({ firmwareId: id, state: 'available', sizeBytes: 3_000_000, sha256 });
    const sn = await newDevice();
    expect(results(await upgrade([sn], id))).toEqual([0]);
    expect(await storedUpgrade(sn)).toMatchObject({ firmwareId: id, version: '2.9.0', sizeBytes: 3_000_000, sha256 });
  });

  test('does not replace a firmware', async () => {
    const id = newId();
    await fleetJson(add(id));
    const { code, complaint } = await fleet(add(id, file('other.bin', 'other')));
    expect([code, complaint]).toEqual([1, expect.stringMatching(/^error: Firmware \d+ exists already[^\n]*\n$/)]);
    const found = (await fleetJson(['firmware', 'list'])).find(({ firmwareId }) => firmwareId === id);
    expect(found).toMatchObject({ sizeBytes: 3_000_000 });
  });

  test.each([
    ['that is not there', 'absent.bin'],
    ['that is a folder', '.'],
    ['that is empty', file('empty.bin', '')],
  ])('takes no file %s', async (_what, path) => {
    const { code, output, complaint } = await fleet(add(newId(), path));
    expect([code, output, complaint]).toEqual([1, '', expect.stringMatching(/^error: The file [^\n]+\n$/)]);
  });
});

describe('firmware withdraw and restore', () => {
  test('let no new upgrade start, and start again; both may be repeated', async () => {
    const id = newId();
    const [sn, other] = await newDevices(2);
    await fleetJson(add(id));
    expect(results(await upgrade([sn], id))).toEqual([0]);
    await fleetJson(['firmware', 'withdraw', String(id)]);
    await fleetJson(['firmware', 'withdraw', String(id)]);
    expect(await upgrade([other], id)).toMatchObject({ status: 409, body: { result: 38 } });
    expect(await storedUpgrade(sn ?? '')).toMatchObject({ state: 'requested' });
    await fleetJson(['firmware', 'restore', String(id)]);
    await fleetJson(['firmware', 'restore', String(id)]);
    expect(results(await upgrade([other], id))).toEqual([0]);
  });

  test.each([
    ['withdraw', 'firmware'],
    ['restore', 'withdrawn firmware'],
  ])('%s fails for a firmware that does not exist, and makes none', async (command, what) => {
    const id = newId();
    const { code, complaint } = await fleet(['firmware', command, String(id)]);
    expect([code, complaint]).toEqual([1, `error: There is no ${what} ${String(id)}\n`]);
    expect((await upgrade([await newDevice()], id)).status).toBe(404);
  });

  test('restore does not make a firmware available that is still being uploaded', async () => {
    const firmwareId = newId();
    await put('firmwares', { firmwareId, state: 'uploading' });
    expect((await fleet(['firmware', 'restore', String(firmwareId)])).code).toBe(1);
  });
});

test('firmware list shows all firmwares by their ids', async () => {
  const ids = (await fleetJson(['firmware', 'list'])).map(({ firmwareId }) => Number(firmwareId));
  expect(ids).toEqual(expect.arrayContaining([21, 22, 23, 24, 31, 41]));
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect((await fleet(['firmware', 'list'])).output).toMatch(/^firmwareId +state[^]+^24 +withdrawn +3 +2 +1\.0/m);
});
