import type { EpochSeconds } from '../domain/epoch-seconds.ts';
import type { Letter } from '../domain/members.ts';
import { isLive, isUnfinished, type RecordedUpgrade } from '../domain/upgrade.ts';

const LETTERS: Readonly<Record<string, Letter>> = {
  requested: 'r',
  running: 'i',
  succeeded: 's',
  failed: 'f',
  cancelled: 'c',
};

/**
 * The letter of a member that was under way, by what is on record for its device.
 * @param key under which its roll-out starts upgrades: each member once, so that no other record can have it
 */
export function seen(record: RecordedUpgrade | undefined, key: string, now: EpochSeconds): Letter {
  if (record?.requestKey !== key) return 'l';
  if (isUnfinished(record) && !isLive(record, now)) return 't';
  return LETTERS[String(record.state)] ?? 'l';
}
