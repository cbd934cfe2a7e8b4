import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Upgrades } from '../domain/ports.ts';
import { resolveConflict } from '../domain/write-outcome.ts';
import { batchGet } from './batch-get.ts';
import { conditionalWriter, type ConditionalWrite } from './conditional-writes.ts';
import { TableKeys } from './keys.ts';
import type { Statement } from './statement.ts';
import { bySn, currentUpgrade, DECISION_ATTRIBUTES, recordedUpgrade, REPORT_ATTRIBUTES } from './upgrade-records.ts';
import { cancelStatements, claimStatements } from './upgrade-statements.ts';

interface WriteOf<Order> extends ConditionalWrite {
  readonly order: Order;
}

/** Upgrades in DynamoDB: one item for each device, both the record of its upgrade and the lock on it. */
export function upgradesIn(table: string, client: DynamoDBClient): Upgrades {
  const claimStatement = claimStatements(table);
  const cancelStatement = cancelStatements(table);
  const writeAll = conditionalWriter(client);
  const settle = async <Order>(writes: readonly WriteOf<Order>[], inTime: () => boolean) =>
    [...(await writeAll(writes, inTime))].map(([{ order }, outcome]) => ({ ...order, outcome }));
  const read = (sns: readonly string[], attributes: readonly string[], signal?: AbortSignal) =>
    batchGet(client, {
      ...{ table, keyName: TableKeys.upgrades, keys: sns, attributes, consistent: true },
      ...(signal && { signal }),
    });
  return {
    claim: (claims, inTime) =>
      settle(
        claims.map((claim) => writeOf(claim, claimStatement(claim), claim.upgrade.claimToken)),
        inTime,
      ),
    cancel: (cancellations, inTime) =>
      settle(
        cancellations.map((each) => writeOf(each, cancelStatement(each), each.cancelToken)),
        inTime,
      ),
    findMany: async (sns, signal) => bySn(await read(sns, DECISION_ATTRIBUTES, signal), currentUpgrade),
    describeMany: async (sns) => bySn(await read(sns, REPORT_ATTRIBUTES), recordedUpgrade),
  };
}

/** @param token by which the write knows itself on record */
function writeOf<Order>(order: Order, statement: Statement, token: string): WriteOf<Order> {
  return {
    ...statement,
    order,
    resolve: (item, mayBeWritten) => resolveConflict(item && currentUpgrade(item), token, mayBeWritten),
  };
}
