import * as v from 'valibot';
import { Refusal } from '../../domain/refusal.ts';

/**
 * What the body may be (interface 2.3): strict, without coercion; unknown fields are ignored. A text that cannot be a
 * serial number is the name of a device that does not exist, and does not spoil its batch (4.2, rule 4). docs/openapi.yaml
 * has its request schema from here, so nothing may stand in it that JSON Schema cannot say.
 */
export const upgradeBody = v.object({
  sn: v.pipe(v.array(v.string()), v.minLength(1)),
  'firmware-id': v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

/** Names of fields that ask for a trial, for which this operation is not: nothing that is meant as one may start. */
export const DRY_RUN_FIELD = /^[Dd][Rr][Yy][-_]?[Rr][Uu][Nn]$/;

/** A valid request: which devices, which firmware. */
export interface UpgradeRequest {
  /** Distinct serial numbers in first-seen order, among them texts that cannot be any. */
  readonly sns: readonly string[];
  readonly firmwareId: number;
}

/**
 * The request that a parsed body holds. Refuses with INVALID_ARG what breaks the schema or asks for a dry run, and with TOO_MANY a list of
 * more than `maxBatchSize` entries; an entry that stands twice counts twice here, and once from here on.
 */
export function upgradeRequest(body: unknown, maxBatchSize: number): UpgradeRequest {
  const parsed = v.safeParse(upgradeBody, body, { abortEarly: true });
  if (!parsed.success || Object.keys(body ?? {}).some((name) => DRY_RUN_FIELD.test(name)))
    throw new Refusal('INVALID_ARG');
  const { sn, 'firmware-id': firmwareId } = parsed.output;
  if (sn.length > maxBatchSize) throw new Refusal('TOO_MANY');
  return { sns: [...new Set(sn)], firmwareId };
}
