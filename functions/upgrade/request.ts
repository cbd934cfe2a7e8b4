import * as v from 'valibot';
import { Refusal } from '../domain/refusal.ts';
import { UPGRADE_ID } from '../domain/upgrade.ts';
import type { GatewayEvent } from '../http/gateway-event.ts';
import { idempotencyKey } from '../http/idempotency-key.ts';
import { refuseDryRun } from '../http/refuse-dry-run.ts';
import { validBody } from '../http/valid-body.ts';

const sn = v.pipe(v.array(v.string()), v.minLength(1));

/**
 * What the body may be (interface 2.3), without coercion; unknown fields are ignored. A text that cannot be a
 * serial number is the name of a device that does not exist, and does not spoil its batch (4.2, rule 4). docs/openapi.yaml
 * has its request schemas from here, so nothing may stand in them that JSON Schema cannot say.
 */
export const upgradeBody = v.object({
  sn,
  'firmware-id': v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

/**
 * What the body of cancel-upgrade may be: as start-upgrade's, and the upgrade of each device, or null where that is not known.
 * As many as serial numbers, which JSON Schema cannot say.
 */
export const cancelBody = v.object({
  ...upgradeBody.entries,
  'upgrade-id': v.optional(v.array(v.nullable(v.string()))),
});

/** What the body of upgrade-status may be. */
export const statusBody = v.object({ sn });

/** What the body of upgrade-history may be. */
export const historyBody = v.object({
  sn: v.string(),
  before: v.optional(v.pipe(v.string(), v.regex(UPGRADE_ID))),
});

/** A valid request: which devices. */
export interface StatusRequest {
  /** Distinct serial numbers in first-seen order, among them texts that cannot be any. */
  readonly sns: readonly string[];
}

/** A valid request: which devices, which firmware. */
export interface UpgradeRequest extends StatusRequest {
  readonly firmwareId: number;
  /** The caller's key; undefined if there is none. */
  readonly requestKey?: string | undefined;
}

/** A valid request: which devices, which firmware, and which upgrade of each device. */
export interface CancelRequest extends StatusRequest {
  readonly firmwareId: number;
  /** By serial number; null where it is not known. Undefined if the request names none. */
  readonly upgradeIds?: ReadonlyMap<string, string | null> | undefined;
}

/** A valid request: one device, and the upgrade before which its history is wanted. */
export interface HistoryRequest extends StatusRequest {
  readonly before: string | undefined;
}

interface Limits {
  readonly maxBatchSize: number;
}

/**
 * The request of start-upgrade and its dry run that a parsed body and the headers hold. Refuses with INVALID_ARG what breaks
 * the schema or asks for a dry run, and with TOO_MANY a list of more than `maxBatchSize` entries. Duplicates count towards
 * that limit, and are dropped afterwards.
 */
export function upgradeRequest(
  body: unknown,
  { maxBatchSize }: Limits,
  event: Pick<GatewayEvent, 'headers' | 'rawQueryString'>,
): UpgradeRequest {
  const { sn: sns, 'firmware-id': firmwareId } = validBody(upgradeBody, body);
  refuseDryRun(body, event);
  const requestKey = idempotencyKey(event);
  return { sns: distinct(sns, maxBatchSize), firmwareId, requestKey };
}

/** The same for cancel-upgrade. Of a serial number that stands there twice, the first upgrade id counts. */
export function cancelRequest(
  body: unknown,
  { maxBatchSize }: Limits,
  event: Pick<GatewayEvent, 'rawQueryString'>,
): CancelRequest {
  const { sn: sns, 'firmware-id': firmwareId, 'upgrade-id': named } = validBody(cancelBody, body);
  refuseDryRun(body, event);
  if (named !== undefined && named.length !== sns.length) throw new Refusal('INVALID_ARG');
  const upgradeIds = named && new Map(named.map((id, index) => [sns[index] ?? '', id] as const).toReversed());
  return { sns: distinct(sns, maxBatchSize), firmwareId, upgradeIds };
}

/** The same for upgrade-status, which has no dry run. */
export function statusRequest(body: unknown, { maxBatchSize }: Limits): StatusRequest {
  return { sns: distinct(validBody(statusBody, body).sn, maxBatchSize) };
}

/** The same for upgrade-history, which is about one device. */
export function historyRequest(body: unknown): HistoryRequest {
  const { sn, before } = validBody(historyBody, body);
  return { sns: [sn], before };
}

function distinct(sns: readonly string[], maxBatchSize: number): readonly string[] {
  if (sns.length > maxBatchSize) throw new Refusal('TOO_MANY');
  return [...new Set(sns)];
}
