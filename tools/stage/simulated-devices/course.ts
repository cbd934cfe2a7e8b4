import type { EpochSeconds } from '../../../functions/domain/epoch-seconds.ts';
import { between, oneOf, randomFor } from '../../random.ts';
import type { End } from '../../device-gateway/reports.ts';

const LEAST_REPORTS = 5;

/** A device that falls silent is free again within a minute, however long its upgrade would have taken. */
const LONGEST_INTERVAL_MS = 15_000;

/** One lost report, or even two, does no harm. */
const INTERVALS_IN_A_LEASE = 3;

/** Time that a busy machine needs for a report. */
const REPORT_MS = 5;

/** A busy machine may be late with a report. */
const SHORTEST_LEASE_MS = 3_000;

/** How often a device reports, and for how long each report holds it. */
export type Rhythm = Readonly<ReturnType<typeof rhythmOf>>;

/** The rhythm of devices whose upgrades take this many seconds; the last interval is that before the end. */
export function rhythmOf(seconds: number) {
  const reports = Math.max(LEAST_REPORTS, Math.ceil((seconds * 1_000) / LONGEST_INTERVAL_MS));
  const intervalMs = (seconds * 1_000) / reports;
  return { reports, intervalMs, leaseMs: Math.max(SHORTEST_LEASE_MS, INTERVALS_IN_A_LEASE * intervalMs) };
}

/**
 * Until when a report made now holds its device: never shorter than the lease, since it ends on a whole second.
 * @param atWork how many devices report: the more there are, the longer until it is a device's turn again
 */
export function leaseEndsAt({ leaseMs }: Rhythm, now: Date, atWork: number): EpochSeconds {
  return Math.ceil((now.getTime() + leaseMs + REPORT_MS * (atWork - 1)) / 1_000);
}

/** How upgrades turn out. */
export interface SimulationOptions {
  /** The same seed gives the same outcomes: the nth upgrade of a device goes as before. */
  readonly seed: number;
  /** Share of the upgrades that fail, from 0 to 1. */
  readonly fail: number;
  /** The same of the upgrades to some firmwares, by their ids. */
  readonly failOf?: Readonly<Record<string, number>>;
  /** Share of the upgrades on which the device falls silent, from 0 to 1; with `fail`, at most 1. */
  readonly silent: number;
  /** How long a successful upgrade takes. */
  readonly seconds: number;
}

/** What a device does next. */
export type Step =
  | { readonly does: 'report'; readonly percent: number }
  | { readonly does: 'end'; readonly end: End }
  | { readonly does: 'fallSilent' };

const REASONS = ['checksum mismatch', 'no space left', 'power lost'] as const;

/**
 * The steps of a device in one of its upgrades, an interval apart; `ordinal` is the number of upgrades that it was
 * handed before. Each upgrade has its own random numbers, so that it does not depend on what other devices do
 * meanwhile.
 */
export function courseOf(
  { seed, fail, silent, seconds }: SimulationOptions,
  sn: string,
  ordinal: number,
): readonly Step[] {
  const random = randomFor(seed, sn, ordinal);
  const { reports } = rhythmOf(seconds);
  const steps = Array.from({ length: reports }, (_, index): Step => {
    return { does: 'report', percent: Math.floor((100 * index) / reports) };
  });
  const chance = random();
  const untilTrouble = steps.slice(0, between(random, 1, reports));
  if (chance < fail)
    return [...untilTrouble, { does: 'end', end: { state: 'failed', reason: oneOf(random, REASONS) } }];
  if (chance < fail + silent) return [...untilTrouble, { does: 'fallSilent' }];
  return [...steps, { does: 'end', end: { state: 'succeeded' } }];
}
