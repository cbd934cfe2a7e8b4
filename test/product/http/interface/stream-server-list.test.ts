/** The interface, row by row and rule by rule, over HTTP on the running stage: one test for each, named after it. Here: sections 1, 2.1, 2.2 and 4.1. */
import { describe, expect, test } from '@jest/globals';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { devices } from '../../../../tools/stage/demo-data/items.ts';
import { list, listOf, newDevice, put } from '../../../support/stage.ts';

/** The entry of one type, from a device with these stored stream servers. */
async function entryOf(type: number, ...streamServers: object[]) {
  const sn = await newDevice();
  await put('devices', { sn, streamServers });
  return (await listOf(sn)).body.serverList?.find((entry) => entry.type === type);
}

describe('1 What the service does', () => {
  test('the listing returns every stream server of a device, with its type and whether it is configured', async () => {
    for (const entry of (await list()).body.serverList ?? []) {
      expect(entry).toEqual({
        id: expect.any(Number),
        name: expect.any(String),
        type: expect.any(Number),
        isConfigured: expect.any(Boolean),
      });
    }
  });
});

describe('2.1 StreamConfigInfo', () => {
  const platform = { id: 5_000_000_001, name: 'Main stage', type: 1, streamKey: 'key' };

  test('id is the unique integer that the device gave, beyond 32 bits too', async () => {
    expect((await entryOf(1, platform))?.id).toBe(5_000_000_001);
  });

  test('id is unique in the list, whatever the record holds', async () => {
    const sn = await newDevice();
    await put('devices', { sn, streamServers: [platform, { ...platform, type: 2 }, { type: 4 }] });
    const ids = (await listOf(sn)).body.serverList?.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(6);
  });

  test('name is the name of the stream server', async () => {
    expect((await entryOf(1, platform))?.name).toBe('Main stage');
  });

  test('isConfigured is true when the configuration is complete and valid', async () => {
    expect((await entryOf(1, platform))?.isConfigured).toBe(true);
  });

  test('isConfigured is false when it is not', async () => {
    expect((await entryOf(1, { ...platform, streamKey: ' ' }))?.isConfigured).toBe(false);
  });

  test.each([
    [1, 'the first video-sharing platform', { streamKey: 'k' }, {}],
    [2, 'the second live-streaming platform', { streamKey: 'k' }, { url: 'rtmp://x' }],
    [3, 'the third social-network live-video platform', { streamKey: 'k' }, { streamKey: 'k', url: 'not a url' }],
    [4, 'RTMP', { url: 'rtmp://live.example.com/app', streamKey: 'k' }, { url: 'rtmp://live.example.com/app' }],
    [5, 'SRT', { address: '192.0.2.1', port: 9000 }, { address: '192.0.2.1', port: 0 }],
    [6, 'NDI', { sourceName: 'Studio' }, { sourceName: '' }],
  ])('type %i is %s, configured or not', async (type, _kind, complete, incomplete) => {
    expect(await entryOf(type, { id: 1, type, ...complete })).toMatchObject({ type, isConfigured: true });
    expect(await entryOf(type, { id: 1, type, ...incomplete })).toMatchObject({ type, isConfigured: false });
  });

  test('over the demo fleet each type shows true and false', async () => {
    const lists = await Promise.all(devices.map(async ({ sn }) => (await listOf(sn)).body.serverList ?? []));
    for (const type of [1, 2, 3, 4, 5, 6]) {
      const shown = lists.flat().filter((entry) => entry.type === type);
      expect(new Set(shown.map(({ isConfigured }) => isConfigured))).toEqual(new Set([true, false]));
    }
  });
});

describe('2.2 Stream server list response', () => {
  test('status is the service status code; 0 means success', async () => {
    expect((await list()).body.status).toBe(0);
  });

  test('message is the service status description; the success text is SUCCESS', async () => {
    expect((await list()).body.message).toBe('SUCCESS');
  });

  test('totalCount is the total number of stream servers, the number of entries in serverList', async () => {
    const { totalCount, serverList } = (await list()).body;
    expect(totalCount).toBe(6);
    expect(serverList).toHaveLength(6);
  });

  test('serverList has one entry for each of the types 1 to 6, in the order 1, 2, 3, 6, 4, 5', async () => {
    expect((await list()).body.serverList?.map(({ type }) => type)).toEqual([1, 2, 3, 6, 4, 5]);
  });

  test('serverList has them in this order for a device that has set none', async () => {
    const { body } = await listOf(await newDevice());
    expect(body.serverList?.map(({ type, isConfigured }) => [type, isConfigured])).toEqual(
      [1, 2, 3, 6, 4, 5].map((type) => [type, false]),
    );
  });

  test('the response has these fields and no others', async () => {
    expect(Object.keys((await list()).body)).toEqual(['status', 'message', 'totalCount', 'serverList']);
  });
});

describe('4.1 getStreamServersList', () => {
  test.each(['GET', 'POST'])('the method %s is accepted', async (method) => {
    expect((await list({ method })).status).toBe(200);
  });

  test.each(['PUT', 'DELETE', 'PATCH'])('the method %s is not', async (method) => {
    expect((await list({ method })).status).toBe(404);
  });

  test('the path is {base_url}/V1.0/stream/getStreamServersList, for the device of the stage', async () => {
    expect((await list()).body).toEqual((await listOf('A302190930001')).body);
  });

  test('the path is that for the base URL of each device, too', async () => {
    expect((await listOf(DEMO.batch[0])).status).toBe(200);
  });

  test.each(['null', '', '{"sn":', '<xml/>', '\u0000\u00ff'])('the payload %j is none, and ignored', async (body) => {
    expect((await list({ method: 'POST', body })).status).toBe(200);
    const headers = { 'content-type': 'application/json' };
    expect((await list({ method: 'POST', body, headers })).status).toBe(200);
  });

  test('rule: on success the response has status 0, message SUCCESS, and serverList filled as in 2.1', async () => {
    const { status, body } = await list();
    expect([status, body.status, body.message, body.serverList?.length]).toEqual([200, 0, 'SUCCESS', 6]);
  });
});
