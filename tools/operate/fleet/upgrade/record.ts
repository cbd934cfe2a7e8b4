import { isLive, isUnfinished, type HeldUpgrade } from '../../../../functions/domain/upgrade.ts';
import type { EpochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import { moment } from '../output/moment.ts';
import { scalarsOf } from '../output/scalars.ts';
import type { Item } from '../stage/scan.ts';

/** What the tool shows of a record: all but the token of the claim, which is of use to nobody else. */
export const SHOWN = [
  'sn',
  'upgradeId',
  'firmwareId',
  'version',
  'state',
  'progress',
  'reason',
  'requestedBy',
  'requestedAt',
  'leaseEndsAt',
] as const;

/** A lease of an hour that is down to this was not renewed for most of it, though reports are due every five minutes. */
const ABOUT_TO_END_SECONDS = 10 * 60;

/** A record in the operator's terms. */
export function viewOf(item: Item, now: EpochSeconds) {
  const held = heldBy(item);
  return {
    ...scalarsOf(item, SHOWN),
    leaseEndsAt: moment(item['leaseEndsAt']),
    holdsDevice: isLive(held, now),
    stuck: isStuck(held, now),
  };
}

/** Whether nobody ended an upgrade, and its device is free all the same or will be soon. */
function isStuck(held: HeldUpgrade, now: EpochSeconds): boolean {
  return isUnfinished(held) && !isLive(held, now + ABOUT_TO_END_SECONDS);
}

function heldBy({ state, leaseEndsAt }: Item): HeldUpgrade {
  return {
    upgradeId: undefined,
    firmwareId: undefined,
    claimToken: undefined,
    state: typeof state === 'string' ? state : undefined,
    leaseEndsAt: typeof leaseEndsAt === 'number' ? leaseEndsAt : undefined,
  };
}
