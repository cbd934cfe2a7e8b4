import type { CurrentUpgrade, RecordedUpgrade } from '../domain/upgrade.ts';
import { textIn, type RawItem } from './client.ts';
import { NONE } from './items/upgrade.ts';
import { TableKeys } from './keys.ts';
import { decodedUserName } from './user-names.ts';

/** What decisions rest on. */
export const DECISION_ATTRIBUTES = [
  TableKeys.upgrades,
  'upgradeId',
  'firmwareId',
  'claimToken',
  'cancelToken',
  'requestKey',
  'state',
  'leaseEndsAt',
];
/** What callers may be told besides. */
export const REPORT_ATTRIBUTES = [
  ...DECISION_ATTRIBUTES,
  'version',
  'progress',
  'reason',
  'requestedBy',
  'requestedAt',
  'cancelledBy',
  'decidedAt',
];

/** Records by serial number. */
export function bySn<T>(items: readonly RawItem[], parse: (item: RawItem) => T): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [textIn(item, TableKeys.upgrades), parse(item)]));
}

/** What a record lacks, or has with another type, is undefined and so matches nothing. */
export function currentUpgrade(item: RawItem): CurrentUpgrade {
  const { upgradeId, firmwareId, claimToken, cancelToken, requestKey, state, leaseEndsAt } = item;
  return {
    upgradeId: upgradeId?.S,
    firmwareId: numberOf(firmwareId),
    claimToken: claimToken?.S,
    cancelToken: cancelToken?.S,
    requestKey: requestKey?.S === NONE ? undefined : requestKey?.S,
    state: state?.S,
    leaseEndsAt: numberOf(leaseEndsAt),
  };
}

/** The part of a record that callers may see. */
export function recordedUpgrade(item: RawItem): RecordedUpgrade {
  const { version, progress, reason, requestedBy, requestedAt, state, cancelledBy, decidedAt } = item;
  return {
    ...currentUpgrade(item),
    version: version?.S,
    progress: numberOf(progress),
    reason: reason?.S,
    requestedBy: userNameOf(requestedBy),
    requestedAt: requestedAt?.S,
    // In any other state it is no name.
    cancelledBy: state?.S === 'cancelled' ? userNameOf(cancelledBy) : undefined,
    decidedAt: decidedAt?.S,
  };
}

function userNameOf(value: RawItem[string] | undefined): string | undefined {
  return value?.S === undefined ? undefined : decodedUserName(value.S);
}

function numberOf(value: RawItem[string] | undefined): number | undefined {
  return value?.N === undefined ? undefined : Number(value.N);
}
