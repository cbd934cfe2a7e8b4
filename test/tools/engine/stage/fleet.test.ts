import { expect, jest, test } from '@jest/globals';
import { localDynamoDB } from '../../../../tools/stage/dynamodb.ts';
import { Fleet } from '../../../../tools/stage/page/home/fleet.ts';
import { startDatabaseProxy } from '../../../support/database-proxy.ts';
import { newDevice, stage } from '../../../support/stage.ts';

test('The registry is read once in five seconds for all who look at the fleet, whatever the clock says', async () => {
  await using scope = new AsyncDisposableStack();
  const proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
  scope.defer(() => proxy.close());
  const client = localDynamoDB(proxy.url);
  scope.defer(() => {
    client.destroy();
  });
  const fleet = new Fleet(client, stage.tables);
  const everybody = Array.from({ length: 20 }, () => fleet.refresh());
  await Promise.all(everybody);
  const firmwares = () => proxy.calls.filter(({ input }) => input['TableName'] === stage.tables.firmwares);
  expect(firmwares()).toHaveLength(1);
  await fleet.refresh();
  expect(firmwares()).toHaveLength(1);
  expect(fleet.entries.size).toBeGreaterThanOrEqual(11);

  const sn = await newDevice();
  fleet.put('gone', { device: { sn: 'gone', product: '', firmwareVersion: '', online: true } });
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000);
  await fleet.refresh();
  jest.restoreAllMocks();
  expect([fleet.entries.has(sn), fleet.entries.has('gone')]).toEqual([true, false]);
});
