import {
  ConditionalCheckFailedException,
  PutItemCommand,
  type DynamoDBClient,
  type PutItemCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { StoreUnavailable, type ClaimOutcome, type Upgrades } from '../domain/ports.ts';
import type { HeldUpgrade, Upgrade } from '../domain/upgrade.ts';
import { attemptOnlyWhile } from './attempts-in-time.ts';
import { batchGet } from './batch-get.ts';
import { claimCondition } from './claim-condition.ts';
import type { RawItem } from './client.ts';
import { TableKeys } from './keys.ts';
import { upgradeItem } from './upgrade-item.ts';

const attributes = [TableKeys.upgrades, 'upgradeId', 'firmwareId', 'claimToken', 'state', 'leaseEndsAt'];

/** Upgrades in DynamoDB: one item for each device, both the record of its upgrade and the lock on it. */
export function upgradesIn(table: string, client: DynamoDBClient): Upgrades {
  return {
    async claim(upgrade, inTime) {
      const command = claimCommand(table, upgrade);
      attemptOnlyWhile(inTime, command.input);
      return outcomeOf(client.send(command));
    },
    async findMany(sns, signal) {
      const read = { table, keyName: TableKeys.upgrades, keys: sns, attributes, consistent: true, signal };
      const items = await batchGet(client, read);
      return new Map(items.map((item) => [String(item[TableKeys.upgrades]?.S), held(item)]));
    },
  };
}

function claimCommand(table: string, upgrade: Upgrade): PutItemCommand {
  return new PutItemCommand({
    TableName: table,
    Item: marshall(upgradeItem(upgrade)),
    ...claimCondition(upgrade),
    // Either way the record that was met comes along, at no cost of its own.
    ReturnValues: 'ALL_OLD',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
}

/** Only a failed condition is an answer, and of the last attempt alone: what became of earlier ones it does not tell. */
async function outcomeOf(write: Promise<PutItemCommandOutput>): Promise<ClaimOutcome> {
  try {
    const { Attributes } = await write;
    return { claimed: true, over: Attributes && held(Attributes) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) {
      throw new StoreUnavailable('claiming a device', { cause: error });
    }
    const heldBy = error.Item && held(error.Item);
    return { claimed: false, heldBy, mayBeWritten: error.$metadata.attempts !== 1 };
  }
}

/** Whatever a record lacks or has of another type is undefined, and so matches nothing. */
function held({ upgradeId, firmwareId, claimToken, state, leaseEndsAt }: RawItem): HeldUpgrade {
  return {
    upgradeId: upgradeId?.S,
    firmwareId: numberOf(firmwareId),
    claimToken: claimToken?.S,
    state: state?.S,
    leaseEndsAt: numberOf(leaseEndsAt),
  };
}

function numberOf(value: RawItem[string] | undefined): number | undefined {
  return value?.N === undefined ? undefined : Number(value.N);
}
