import * as v from 'valibot';
import { SERIAL_NUMBER } from '../../domain/device.ts';
import { Refusal } from '../../domain/refusal.ts';

/**
 * What the body may be (interface 2.3): strict, without coercion; unknown fields are ignored. docs/openapi.yaml has its
 * request schema from here, so nothing may stand in it that JSON Schema cannot say.
 */
export const upgradeBody = v.object({
  sn: v.pipe(v.array(v.pipe(v.string(), v.regex(SERIAL_NUMBER))), v.minLength(1)),
  'firmware-id': v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

/** A valid request: which devices, which firmware. */
export interface UpgradeRequest {
  /** Distinct serial numbers in first-seen order. */
  readonly sns: readonly string[];
  readonly firmwareId: number;
}

/**
 * The request that a parsed body holds. Refuses with INVALID_ARG what breaks the schema, and with TOO_MANY a list of
 * more than `maxBatchSize` entries; an entry that stands twice counts twice here, and once from here on.
 */
export function upgradeRequest(body: unknown, maxBatchSize: number): UpgradeRequest {
  const parsed = v.safeParse(upgradeBody, body, { abortEarly: true });
  if (!parsed.success) throw new Refusal('INVALID_ARG');
  const { sn, 'firmware-id': firmwareId } = parsed.output;
  if (sn.length > maxBatchSize) throw new Refusal('TOO_MANY');
  return { sns: [...new Set(sn)], firmwareId };
}
