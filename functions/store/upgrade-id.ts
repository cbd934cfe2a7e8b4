import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { UPGRADE_ID } from '../domain/upgrade.ts';

/** The time in an id is 48 bits of milliseconds since 1970, in twelve digits. */
const LATEST_MS = 2 ** 48 - 1;

/**
 * A new id for the upgrade that takes the place of another. It sorts after the id that it replaces, whatever the clocks of
 * two hosts do: receivers ignore what is older than the newest upgrade that they know of a device. So its time is now, or
 * one millisecond after the replaced id, if that is later. An id that is no UUID of version 7 has no time to follow.
 */
export function nextUpgradeId(now: Date, replaced: string | undefined): string {
  const msecs = Math.min(Math.max(now.getTime(), timeIn(replaced) + 1), LATEST_MS);
  // Random bytes from `node:crypto`, because uuid's own random source would load Web Crypto.
  return uuidv7({ msecs, random: randomBytes(16) });
}

function timeIn(upgradeId = ''): number {
  // What is read ends at the second hyphen, behind the time.
  return UPGRADE_ID.test(upgradeId) ? parseInt(upgradeId.replace('-', ''), 16) : 0;
}
