/** The interface, row by row and rule by rule, over HTTP on the running stage: one test for each, named after it. Here: sections 1, 2.3 and 2.4. */
import { describe, expect, test } from '@jest/globals';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { cookies, newDevice, newDevices, post, results, storedUpgrade, upgrade } from '../../../support/stage.ts';

describe('1 What the service does', () => {
  test('start-upgrade starts an upgrade on one device', async () => {
    expect(results(await upgrade([await newDevice()]))).toEqual([0]);
  });

  test('start-upgrade starts an upgrade on several devices', async () => {
    expect(results(await upgrade(await newDevices(3)))).toEqual([0, 0, 0]);
  });

  test('start-upgrade is available only to users with administrative rights', async () => {
    const sn = await newDevice();
    const body = JSON.stringify({ sn: [sn], 'firmware-id': 21 });
    expect((await post(body, { cookie: cookies(DEMO.user) })).status).toBe(403);
    expect(await storedUpgrade(sn)).toBeUndefined();
  });
});

describe('2.3 Upgrade request', () => {
  test('sn is an array of the serial numbers of the devices to update', async () => {
    const sns = await newDevices(2);
    expect((await upgrade(sns)).body.details?.map(({ sn }) => sn)).toEqual(sns);
  });

  test('sn is required', async () => {
    expect((await post('{"firmware-id":21}')).status).toBe(400);
  });

  test('sn is an array of strings and nothing else', async () => {
    for (const sn of ['A302190930002', [1], [null], [['A']], {}, []]) expect((await upgrade(sn)).status).toBe(400);
  });

  test('firmware-id is the index of the firmware in the cloud', async () => {
    const sn = await newDevice();
    await upgrade([sn], 22);
    expect((await storedUpgrade(sn))?.['firmwareId']).toBe(22);
  });

  test('firmware-id is required', async () => {
    expect((await post('{"sn":["A302190930002"]}')).status).toBe(400);
  });

  test('firmware-id is an integer and nothing else', async () => {
    for (const id of ['21', 21.5, true, null, [21]]) expect((await upgrade(['A302190930002'], id)).status).toBe(400);
  });
});

describe('2.4 Upgrade response', () => {
  test('result is the overall result code; 0 is success', async () => {
    expect((await upgrade([await newDevice()])).body.result).toBe(0);
  });

  test('method is always start-upgrade, in refusals too', async () => {
    expect((await upgrade([await newDevice()])).body.method).toBe('start-upgrade');
    expect((await post('no json')).body.method).toBe('start-upgrade');
    expect((await post('{}', { cookie: '' })).body.method).toBe('start-upgrade');
  });

  test('details is an array with one entry per device', async () => {
    expect((await upgrade(await newDevices(4))).body.details).toHaveLength(4);
  });

  test('the response has these fields and no others', async () => {
    const reply = await upgrade([await newDevice()]);
    expect(Object.keys(reply.body)).toEqual(['result', 'method', 'details']);
    expect(Object.keys(reply.body.details?.[0] ?? {})).toEqual(['sn', 'result']);
  });

  test('detail: sn is the serial number of the device', async () => {
    const sn = await newDevice();
    expect((await upgrade([sn])).body.details?.[0]?.sn).toBe(sn);
  });

  test('detail: result 0 is success, and the upgrade is on record', async () => {
    const sn = await newDevice();
    expect(results(await upgrade([sn]))).toEqual([0]);
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'requested' });
  });

  test('detail: result 1 is a repeat operation', async () => {
    const sn = await newDevice();
    await upgrade([sn]);
    expect(results(await upgrade([sn]))).toEqual([1]);
  });

  test('detail: other values are those of the API Status table', async () => {
    const [busy = '', other = ''] = await newDevices(2);
    const offline = await newDevice({ online: false });
    await upgrade([busy], 22);
    expect(results(await upgrade([busy, 'T-unknown', offline, other]))).toEqual([11, 16, 12, 0]);
    expect(results(await upgrade([await newDevice({ modelId: 99 })]))).toEqual([24]);
  });
});
