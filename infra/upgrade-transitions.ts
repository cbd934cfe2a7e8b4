import { UPGRADE_EVENTS } from '../functions/domain/upgrade-events.ts';
import { ENDED_STATES, LIVE_STATES, type UpgradeState } from '../functions/domain/upgrade.ts';
import type { UpgradeItem } from '../functions/store/items/upgrade.ts';
import { detailOf, type Transition } from './transition.ts';

/**
 * Only a claim writes these: a device gateway may not. Without them a report on a device that never had an upgrade, which
 * makes a record, would send an event of empty fields.
 */
const CLAIMED = { claimToken: { S: [{ exists: true }] }, requestedBy: { S: [{ exists: true }] } };

const REQUESTED: readonly UpgradeState[] = ['requested'];

/**
 * A claim: nothing else writes `requested`. The previous state says nothing, since a claim may replace any record whose
 * lease has expired. But a claim is a whole new item: one with progress or a reason is an older one.
 */
export const UPGRADE_REQUESTED: Transition = {
  detailType: UPGRADE_EVENTS.requested,
  patterns: [
    {
      dynamodb: {
        NewImage: {
          ...CLAIMED,
          state: { S: REQUESTED },
          progress: { N: [{ exists: false }] },
          reason: { S: [{ exists: false }] },
        },
      },
    },
  ],
  inputTemplate: detailOfUpgrade({
    upgradeId: 'S',
    sn: 'S',
    firmwareId: 'N',
    version: 'S',
    location: 'S',
    sizeBytes: 'N',
    sha256: 'S',
    requestedBy: 'S',
    requestKey: 'S',
    requestedAt: 'S',
  }),
};

/**
 * The end of an upgrade that was under way, reported or cancelled. An end that is reported again or corrected does not
 * count.
 */
export const UPGRADE_FINISHED: Transition = {
  detailType: UPGRADE_EVENTS.finished,
  patterns: [
    { dynamodb: { NewImage: { ...CLAIMED, state: { S: ENDED_STATES } }, OldImage: { state: { S: LIVE_STATES } } } },
  ],
  inputTemplate: detailOfUpgrade({
    upgradeId: 'S',
    sn: 'S',
    firmwareId: 'N',
    version: 'S',
    state: 'S',
    requestedBy: 'S',
    requestKey: 'S',
    requestedAt: 'S',
    cancelledBy: 'S',
  }),
};

function detailOfUpgrade(attributes: Partial<Record<keyof UpgradeItem, 'S' | 'N'>>): string {
  return detailOf(Object.fromEntries(Object.entries(attributes).map(([name, type]) => [name, `${name}.${type}`])));
}
