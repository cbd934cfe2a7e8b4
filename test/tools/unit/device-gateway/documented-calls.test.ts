import { expect, test } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { deviceGatewayOn } from '../../../../tools/device-gateway/device-gateway.ts';
import { documentedCalls } from '../../../support/documented-calls.ts';

/** A gateway whose calls go nowhere, and the list of what it would have sent. */
function recordingGateway() {
  const sent: unknown[] = [];
  const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };
  const client = new DynamoDBClient({ region: 'eu-west-1', credentials });
  client.middlewareStack.add(
    () => (args) => {
      const { request } = args as unknown as { request: { body: Uint8Array } };
      sent.push(JSON.parse(new TextDecoder().decode(request.body)));
      return Promise.resolve({ response: {}, output: { $metadata: {} } });
    },
    { step: 'finalizeRequest', priority: 'high' },
  );
  return { gateway: deviceGatewayOn('Upgrades', DynamoDBDocumentClient.from(client)), sent };
}

test('The data contract shows the very calls that the device gateway sends', async () => {
  const { gateway, sent } = recordingGateway();
  const upgrade = { sn: 'A302190930002', upgradeId: '01993c5e-7a00-7000-8000-000000000001' };
  await gateway.reportProgress(upgrade, { percent: 40, leaseEndsAt: 1_795_784_400 });
  await gateway.reportEnd(upgrade, { state: 'succeeded' });
  await gateway.reportEnd(upgrade, { state: 'failed', reason: 'checksum mismatch' });
  const [Progress, Success, Failure] = sent;
  expect(documentedCalls()).toEqual({ Progress, Success, Failure });
});
