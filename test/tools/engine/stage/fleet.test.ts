import { expect, test } from '@jest/globals';
import { localDynamoDB } from '../../../../tools/stage/dynamodb.ts';
import { Fleet } from '../../../../tools/stage/page/home/fleet.ts';
import { startDatabaseProxy } from '../../../support/database-proxy.ts';
import { stage } from '../../../support/stage.ts';

test('The registry is read once for all who look at the fleet, however often they ask', async () => {
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
  expect(fleet.devices.length).toBeGreaterThanOrEqual(11);
});
