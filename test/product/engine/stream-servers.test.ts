import { expect, test } from '@jest/globals';
import { streamServersIn } from '../../../functions/store/stream-servers.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { putRaw } from '../../support/odd-items.ts';
import { newDevice, newSns, stage } from '../../support/stage.ts';

const database = databaseOfSuite();
const find = (sn: string) => streamServersIn(stage.tables.devices, database.documents).find(sn);

test('The stream servers of a device come as they are stored', async () => {
  const streamServers = [{ id: 7, type: 4 as const, name: 'Studio', url: 'rtmp://live.example.com/app' }];
  expect(await find(await newDevice({ streamServers }))).toEqual({ stored: streamServers });
});

test('A device that has none is known all the same', async () => {
  expect(await find(await newDevice())).toEqual({ stored: undefined });
});

test('A device that is not registered is not found', async () => {
  expect(await find(newSns(1).join())).toBeUndefined();
});

test('A number that JavaScript cannot hold exactly comes as the nearest one', async () => {
  const [sn = ''] = newSns(1);
  await putRaw('devices', { sn: { S: sn }, streamServers: { L: [{ M: { id: { N: '9223372036854775807' } } }] } });
  expect(await find(sn)).toEqual({ stored: [{ id: 2 ** 63 }] });
});

test('One read brings the serial number and the stream servers, and nothing else of the device', async () => {
  const sn = await newDevice({ streamServers: [] });
  const items: unknown[] = [];
  database.next(1, 'GetItem', async (_call, forward) => {
    const reply = await forward();
    items.push(reply.body['Item']);
    return reply;
  });
  await find(sn);
  expect(items).toEqual([{ sn: { S: sn }, streamServers: { L: [] } }]);
  expect(database.proxy.calls).toHaveLength(1);
});
