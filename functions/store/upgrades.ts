import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StoreUnavailable, type ClaimOutcome, type Upgrades } from '../domain/ports.ts';
import type { HeldUpgrade, Upgrade } from '../domain/upgrade.ts';
import { batchGet } from './batch-get.ts';
import { claimCondition } from './claim-condition.ts';
import { fromRaw } from './client.ts';
import { TableKeys } from './keys.ts';
import { upgradeItem } from './upgrade-item.ts';

const attributes = [TableKeys.upgrades, 'upgradeId', 'firmwareId', 'claimToken', 'state', 'leaseEndsAt'];

/** Upgrades in DynamoDB: one item for each device, both the record of its upgrade and the lock on it. */
export function upgradesIn(table: string, client: DynamoDBDocumentClient): Upgrades {
  return {
    claim: (upgrade, signal) => claim(table, client, upgrade, signal),
    async findMany(sns, signal) {
      const read = { table, keyName: TableKeys.upgrades, keys: sns, attributes, consistent: true, signal };
      const items = await batchGet(client, read);
      return new Map(items.map((item) => [String(item[TableKeys.upgrades]), held(item)]));
    },
  };
}

async function claim(
  table: string,
  client: DynamoDBDocumentClient,
  upgrade: Upgrade,
  signal: AbortSignal,
): Promise<ClaimOutcome> {
  const command = new PutCommand({
    TableName: table,
    Item: upgradeItem(upgrade),
    ...claimCondition(upgrade),
    // Either way the record that was met comes along, at no cost of its own.
    ReturnValues: 'ALL_OLD',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    const { Attributes } = await client.send(command, { abortSignal: signal });
    return { claimed: true, over: Attributes && held(Attributes) };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Only a failed condition is an answer, and of this attempt alone: what became of earlier ones it does not tell. */
function outcomeOf(error: unknown): ClaimOutcome {
  if (error instanceof ConditionalCheckFailedException) {
    const heldBy = error.Item && held(fromRaw(error.Item, attributes));
    return { claimed: false, heldBy, mayBeWritten: error.$metadata.attempts !== 1 };
  }
  throw new StoreUnavailable('claiming a device', { cause: error });
}

/** Whatever a record lacks or has wrong is undefined, and so matches nothing. */
function held(item: Record<string, unknown>): HeldUpgrade {
  return {
    upgradeId: ifText(item['upgradeId']),
    firmwareId: ifNumber(item['firmwareId']),
    claimToken: ifText(item['claimToken']),
    state: ifText(item['state']),
    leaseEndsAt: ifNumber(item['leaseEndsAt']),
  };
}

function ifNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function ifText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
