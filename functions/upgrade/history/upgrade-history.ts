import { SERIAL_NUMBER } from '../../domain/device.ts';
import { epochSeconds, type EpochSeconds } from '../../domain/epoch-seconds.ts';
import { ENDED_STATES, UPGRADE_ID, type PastUpgrade, type RecordedUpgrade } from '../../domain/upgrade.ts';
import type { HistoryRequest } from '../request.ts';
import type { Outcome } from '../respond.ts';
import type { UpgradeServices } from '../services.ts';
import { reportOf, textOf, type UpgradeReport } from '../status/report.ts';

/** What callers are told of an upgrade of a device's past: what upgrade-status tells, but for what passes. */
export interface HistoryEntry extends Omit<UpgradeReport, 'progress' | 'reason' | 'lease-ends-at'> {
  /** ISO 8601 in UTC, to the second. */
  readonly 'ended-at'?: string | undefined;
  readonly 'cancelled-by'?: string | undefined;
}

/** Upgrades of one answer. */
export const MOST_ENTRIES = 100;

/** Tells a page of a device's upgrades, newest first; writes nothing. Rejects with StoreUnavailable when reading fails. */
export async function upgradeHistory(
  { sns: [sn = ''], before }: HistoryRequest,
  { history, upgrades, clock }: UpgradeServices,
): Promise<Outcome> {
  if (!SERIAL_NUMBER.test(sn)) return { results: new Map([[sn, 'NOT_EXIST']]) };
  // Before the reads: by a later time, a lease that was renewed during them would look expired.
  const now = epochSeconds(clock());
  const told = await history.findSome(sn, MOST_ENTRIES + 1, before);
  // After the history: an upgrade that it has, and that is not on record now, was replaced. The other way round, it might
  // have been started in between.
  const record = (await upgrades.describeMany([sn])).get(sn);
  const all = newestFirst(told, record, before);
  const page = all.slice(0, MOST_ENTRIES);
  return {
    results: new Map([[sn, page.length === 0 ? 'NOT_EXIST' : 'SUCCESS']]),
    ...(page.length > 0 && { reports: new Map([[sn, page.map((past) => entryOf(past, now))]]) }),
    ...(all.length > page.length && { next: page.at(-1)?.upgradeId }),
  };
}

/** What events have told, and the upgrade on record by its id: of that one the record knows more, and sooner. */
function newestFirst(
  told: readonly PastUpgrade[],
  record: RecordedUpgrade | undefined,
  before: string | undefined,
): readonly PastUpgrade[] {
  const byId = new Map(told.map((past) => [past.upgradeId, past]));
  const upgradeId = record?.upgradeId ?? '';
  // A record without such an id is of no upgrade that was started by the API.
  if (record !== undefined && UPGRADE_ID.test(upgradeId) && (before === undefined || upgradeId < before)) {
    byId.set(upgradeId, { ...record, upgradeId, endedAt: byId.get(upgradeId)?.endedAt });
  }
  return [...byId.values()].sort((one, other) => (one.upgradeId < other.upgradeId ? 1 : -1));
}

function entryOf(past: PastUpgrade, now: EpochSeconds): HistoryEntry {
  const { progress, reason, 'lease-ends-at': leaseEndsAt, ...told } = reportOf(past, now);
  const hasEnded = ENDED_STATES.some((state) => state === past.state);
  return {
    ...told,
    'ended-at': hasEnded ? textOf(past.endedAt) : undefined,
    'cancelled-by': textOf(past.cancelledBy),
  };
}
