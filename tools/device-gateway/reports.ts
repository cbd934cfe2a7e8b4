import * as v from 'valibot';
import { epochSeconds } from '../../functions/domain/epoch-seconds.ts';

/** Ten digits: a smaller number comes from a clock that was never set. */
const FIRST_EPOCH_SECOND = 1_000_000_000;
/** A lease that ends more than seven days ahead frees its device: a day less, as clocks differ, and a claim may take a while. */
const LONGEST_LEASE_SECONDS = 6 * 86_400;

/** The upgrade that a report is about, as the event UpgradeRequested named it. */
export interface ReportedUpgrade {
  readonly sn: string;
  readonly upgradeId: string;
}

/** The progress of a device in whole percent, and until when it is held. */
export const Progress = v.object({
  percent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  leaseEndsAt: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(FIRST_EPOCH_SECOND),
    v.check((end) => end <= epochSeconds(new Date()) + LONGEST_LEASE_SECONDS),
  ),
});
export type Progress = v.InferOutput<typeof Progress>;

/** How an upgrade ended. A reason is short, so that the record stays within one write unit. */
export const End = v.variant('state', [
  v.object({ state: v.literal('succeeded') }),
  v.object({ state: v.literal('failed'), reason: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)) }),
]);
export type End = v.InferOutput<typeof End>;
