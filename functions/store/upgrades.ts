import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Upgrades } from '../domain/ports.ts';
import type { CurrentUpgrade, RecordedUpgrade } from '../domain/upgrade.ts';
import { resolveConflict } from '../domain/write-outcome.ts';
import { batchGet } from './batch-get.ts';
import type { RawItem } from './client.ts';
import { conditionalWriter, type ConditionalWrite, type Statement } from './conditional-writes.ts';
import { TableKeys } from './keys.ts';
import { cancelStatements, claimStatements } from './upgrade-statements.ts';
import { decodedUserName } from './user-names.ts';

const JUDGED_BY = [TableKeys.upgrades, 'upgradeId', 'firmwareId', 'claimToken', 'cancelToken', 'state', 'leaseEndsAt'];
const TOLD = [...JUDGED_BY, 'version', 'progress', 'reason', 'requestedBy', 'requestedAt'];

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
    findMany: async (sns, signal) => bySn(await read(sns, JUDGED_BY, signal), currentUpgrade),
    describeMany: async (sns) => bySn(await read(sns, TOLD), recordedUpgrade),
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

function bySn<T>(items: readonly RawItem[], parse: (item: RawItem) => T): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [String(item[TableKeys.upgrades]?.S), parse(item)]));
}

/** What a record lacks, or has with another type, is undefined and so matches nothing. */
function currentUpgrade(item: RawItem): CurrentUpgrade {
  const { upgradeId, firmwareId, claimToken, cancelToken, state, leaseEndsAt } = item;
  return {
    upgradeId: upgradeId?.S,
    firmwareId: numberOf(firmwareId),
    claimToken: claimToken?.S,
    cancelToken: cancelToken?.S,
    state: state?.S,
    leaseEndsAt: numberOf(leaseEndsAt),
  };
}

/** The part of a record that callers may see. */
export function recordedUpgrade(item: RawItem): RecordedUpgrade {
  const { version, progress, reason, requestedBy, requestedAt } = item;
  return {
    ...currentUpgrade(item),
    version: version?.S,
    progress: numberOf(progress),
    reason: reason?.S,
    requestedBy: requestedBy?.S === undefined ? undefined : decodedUserName(requestedBy.S),
    requestedAt: requestedAt?.S,
  };
}

function numberOf(value: RawItem[string] | undefined): number | undefined {
  return value?.N === undefined ? undefined : Number(value.N);
}
