/** The chain of database calls with one conditional PutItem per device, up to 100 at once. */
import { randomUUID } from 'node:crypto';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import pLimit from 'p-limit';
import { client, lowLevelHandler } from './low-level.ts';

const limit = pLimit(100);

/** start-upgrade with one call per claim. Rejects if a claim fails, which none of the benchmark's does. */
export const handler = lowLevelHandler((TableName, sns, common) => {
  const condition = {
    ConditionExpression: 'attribute_not_exists(sn)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  const claim = (sn: string) => {
    const Item = { sn: { S: sn }, upgradeId: { S: randomUUID() }, ...common };
    return client.send(new PutItemCommand({ TableName, Item, ...condition }));
  };
  return Promise.all(sns.map((sn) => limit(claim, sn)));
});
