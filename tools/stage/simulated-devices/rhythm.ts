import type { EpochSeconds } from '../../../functions/domain/epoch-seconds.ts';

const LEAST_REPORTS = 5;

/** So that a device that falls silent is free within a minute, however long its upgrade would have taken. */
const LONGEST_INTERVAL_MS = 15_000;

/** One lost report, and even two, do no harm. */
const INTERVALS_IN_A_LEASE = 3;

/** A busy machine may be late with a report. */
const SHORTEST_LEASE_MS = 3_000;

/** How often a device reports, and for how long each report holds it. */
export interface Rhythm {
  /** Reports of progress in an upgrade that succeeds. */
  readonly reports: number;
  /** From one report to the next, and from the last one to the end. */
  readonly intervalMs: number;
  readonly leaseMs: number;
}

/** The rhythm of devices that take so many seconds for an upgrade. */
export function rhythmOf(seconds: number): Rhythm {
  const reports = Math.max(LEAST_REPORTS, Math.ceil((seconds * 1_000) / LONGEST_INTERVAL_MS));
  const intervalMs = (seconds * 1_000) / reports;
  return { reports, intervalMs, leaseMs: Math.max(SHORTEST_LEASE_MS, INTERVALS_IN_A_LEASE * intervalMs) };
}

/** Until when a report holds its device that is made now: never shorter than the lease, as it ends at a whole second. */
export function leaseEndsAt({ leaseMs }: Rhythm, now: Date): EpochSeconds {
  return Math.ceil((now.getTime() + leaseMs) / 1_000);
}
