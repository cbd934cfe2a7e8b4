import { UPGRADE_EVENTS } from '../functions/domain/upgrade-events.ts';
import { ENDED_STATES, LIVE_STATES, type UpgradeState } from '../functions/domain/upgrade.ts';
import type { UpgradeItem } from '../functions/store/items/upgrade.ts';

/** A change of an upgrade that is announced: which stream records show it, and what the event says. */
export interface Transition {
  /** Detail type of the event. */
  readonly detailType: string;
  /** Event pattern of the stream records that show it; pipes cannot filter by a record's event name. */
  readonly pattern: Readonly<Record<string, unknown>>;
  /** Template of the event's detail. */
  readonly inputTemplate: string;
}

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
  pattern: {
    dynamodb: {
      NewImage: {
        ...CLAIMED,
        state: { S: REQUESTED },
        progress: { N: [{ exists: false }] },
        reason: { S: [{ exists: false }] },
      },
    },
  },
  inputTemplate: detailOf({
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
  pattern: {
    dynamodb: { NewImage: { ...CLAIMED, state: { S: ENDED_STATES } }, OldImage: { state: { S: LIVE_STATES } } },
  },
  inputTemplate: detailOf({
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

/**
 * The template of the new image's attributes, by their DynamoDB types. Placeholders have no quotes: a pipe then renders
 * JSON strings with quotes of their own. AWS does not document whether it escapes their contents, nor how it renders a
 * missing path. So use only attributes that every claim writes, and whose values look the same either way. Numbers are
 * strings in a stream, and so in the event.
 */
function detailOf(attributes: Partial<Record<keyof UpgradeItem, 'S' | 'N'>>): string {
  const fields = Object.entries(attributes).map(([name, type]) => `"${name}": <$.dynamodb.NewImage.${name}.${type}>`);
  return `{${fields.join(', ')}}`;
}
