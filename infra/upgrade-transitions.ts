import { ENDED_STATES, LIVE_STATES, type UpgradeState } from '../functions/domain/upgrade.ts';
import type { UpgradeItem } from '../functions/store/items.ts';

/** A change of an upgrade that others hear of: which stream records show it, and what the event says. */
export interface Transition {
  /** Detail type of the event. */
  readonly detailType: string;
  /** Event pattern of the stream records that show it; the name of a record's event is nothing that pipes can filter by. */
  readonly pattern: Readonly<Record<string, unknown>>;
  /** Template of the event's detail. */
  readonly inputTemplate: string;
}

const REQUESTED: readonly UpgradeState[] = ['requested'];

/**
 * A claim: nobody else writes `requested`. The state before says nothing, since a claim may be made over any record
 * whose lease has run out. But a claim is a whole new item: what has progress or a reason is an older one.
 */
export const UPGRADE_REQUESTED: Transition = {
  detailType: 'UpgradeRequested',
  pattern: {
    dynamodb: {
      NewImage: {
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
    requestedAt: 'S',
  }),
};

/** The end of an upgrade that was under way, as reported or cancelled: an end that is reported or put right again is none. */
export const UPGRADE_FINISHED: Transition = {
  detailType: 'UpgradeFinished',
  pattern: {
    dynamodb: { NewImage: { state: { S: ENDED_STATES } }, OldImage: { state: { S: LIVE_STATES } } },
  },
  inputTemplate: detailOf({
    upgradeId: 'S',
    sn: 'S',
    firmwareId: 'N',
    version: 'S',
    state: 'S',
    requestedBy: 'S',
    requestedAt: 'S',
    cancelledBy: 'S',
  }),
};

/**
 * The template that gives attributes of the new image, by their types in DynamoDB. Placeholders without quotes: a pipe
 * then renders JSON strings, with quotes of their own. AWS does not settle whether it escapes what is in them, nor what it
 * makes of a path that is missing. So only attributes may stand here that every claim writes, and whose values look the
 * same either way. Numbers are texts in a stream, and so in the event.
 */
function detailOf(attributes: Partial<Record<keyof UpgradeItem, 'S' | 'N'>>): string {
  const fields = Object.entries(attributes).map(([name, type]) => `"${name}": <$.dynamodb.NewImage.${name}.${type}>`);
  return `{${fields.join(', ')}}`;
}
