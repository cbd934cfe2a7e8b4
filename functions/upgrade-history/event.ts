import * as v from 'valibot';
import { SERIAL_NUMBER } from '../domain/device.ts';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import { EVENT_SOURCE, UPGRADE_EVENTS } from '../domain/upgrade-events.ts';
import { ENDED_STATES, UPGRADE_ID } from '../domain/upgrade.ts';
import type { UpgradeHistoryItem } from '../store/items/upgrade-history.ts';

/** 400 days: last year's campaign can still be compared with this one. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** Bounded, so that a page of the history is always one answer of the database. */
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(2048));
const time = (form: RegExp) => v.pipe(v.string(), v.regex(form), v.isoTimestamp());

const upgrade = {
  sn: v.pipe(v.string(), v.regex(SERIAL_NUMBER)),
  upgradeId: v.pipe(v.string(), v.regex(UPGRADE_ID)),
  // Numbers come as text, since a pipe cannot convert them.
  firmwareId: v.pipe(v.string(), v.regex(/^[1-9]\d*$/), v.transform(Number), v.safeInteger()),
  version: text,
  requestedBy: text,
  // `-`, a key, or `rollout:` and an id.
  requestKey: v.pipe(v.string(), v.regex(/^(?:-|[A-Za-z0-9][\w.:+/=~-]{0,71})$/)),
  requestedAt: time(/T[\d:]{8}\.\d{3}Z$/),
};

const upgradeEvent = v.variant('detail-type', [
  v.object({
    source: v.literal(EVENT_SOURCE),
    'detail-type': v.literal(UPGRADE_EVENTS.requested),
    detail: v.object(upgrade),
  }),
  v.object({
    source: v.literal(EVENT_SOURCE),
    'detail-type': v.literal(UPGRADE_EVENTS.finished),
    time: time(/T[\d:]{8}Z$/),
    detail: v.object({ ...upgrade, state: v.picklist(ENDED_STATES), cancelledBy: text }),
  }),
]);

/** What an event of the bus tells, or the path of the first field by which it is no event of an upgrade. */
export function toldBy(event: unknown): UpgradeHistoryItem | { readonly fault: string } {
  const { success, output, issues } = v.safeParse(upgradeEvent, event);
  if (!success) return { fault: v.getDotPath(issues[0]) ?? '' };
  const told = { ...output.detail, expiresAt: epochSeconds(new Date(output.detail.requestedAt)) + KEPT_SECONDS };
  return 'time' in output ? { ...told, endedAt: output.time } : told;
}
