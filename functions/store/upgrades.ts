import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Claim, Upgrades } from '../domain/ports.ts';
import type { CurrentUpgrade } from '../domain/upgrade.ts';
import { resolveConflict } from '../domain/write-outcome.ts';
import { batchGet } from './batch-get.ts';
import { claimStatements } from './claim-statements.ts';
import type { RawItem } from './client.ts';
import { conditionalWriter, type ConditionalWrite } from './conditional-writes.ts';
import { TableKeys } from './keys.ts';

const attributes = [TableKeys.upgrades, 'upgradeId', 'firmwareId', 'claimToken', 'state', 'leaseEndsAt'];

interface ClaimWrite extends ConditionalWrite {
  readonly claim: Claim;
}

/** Upgrades in DynamoDB: one item for each device, both the record of its upgrade and the lock on it. */
export function upgradesIn(table: string, client: DynamoDBClient): Upgrades {
  const statementOf = claimStatements(table);
  const writeAll = conditionalWriter(client);
  const writeOf = (claim: Claim): ClaimWrite => ({
    ...statementOf(claim),
    claim,
    resolve: (item, mayBeWritten) =>
      resolveConflict(item && currentUpgrade(item), claim.upgrade.claimToken, mayBeWritten),
  });
  return {
    async claim(claims, inTime) {
      const outcomes = await writeAll(claims.map(writeOf), inTime);
      return [...outcomes].map(([{ claim }, outcome]) => ({ ...claim, outcome }));
    },
    async findMany(sns, signal) {
      const read = { table, keyName: TableKeys.upgrades, keys: sns, attributes, consistent: true };
      const items = await batchGet(client, signal ? { ...read, signal } : read);
      return new Map(items.map((item) => [String(item[TableKeys.upgrades]?.S), currentUpgrade(item)]));
    },
  };
}

/** Whatever a record lacks or has of another type is undefined, and so matches nothing. */
function currentUpgrade({ upgradeId, firmwareId, claimToken, state, leaseEndsAt }: RawItem): CurrentUpgrade {
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
