import { ScanCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { deviceGatewayOn } from '../../stage/device-gateway/device-gateway.ts';
import { localDynamoDB } from '../../stage/dynamodb.ts';

const EVERY_MS = 1_000;

const Live = v.object({ sn: v.string(), upgradeId: v.string(), state: v.picklist(['requested', 'running']) });

/** Ends what was started, as devices do, so that upgrades keep being started. Returns how to stop it. */
export function finishUpgrades(endpoint: string, table: string): () => void {
  const client = localDynamoDB(endpoint);
  const documents = DynamoDBDocumentClient.from(client);
  const gateway = deviceGatewayOn(table, documents);
  const finish = async () => {
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: table }));
    const live = Items.filter((item) => v.is(Live, item));
    await Promise.all(live.map((upgrade) => gateway.reportEnd(upgrade, { state: 'succeeded' })));
  };
  // A round that fails is made up for by the next.
  const timer = setInterval(() => void finish().catch(() => undefined), EVERY_MS);
  return () => {
    clearInterval(timer);
    client.destroy();
  };
}
