/** What is measured, once a second; every tenth time after a collection of all garbage. */
export interface Sample {
  readonly second: number;
  /** Of the whole process: gateway and functions, without engine and load. */
  readonly rssMb: number;
  /** Heaps of the functions' workers. */
  readonly heapMb: number;
  /** Open sockets of the process; 0 where the system does not tell. */
  readonly sockets: number;
  /** Open handles and requests of the main thread. */
  readonly handles: number;
  /** 99th percentile of the main thread's event loop delay. */
  readonly loopDelayMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
}

/** What a sample tells besides its time. */
export type Measure = Exclude<keyof Sample, 'second'>;

/** The value below which this share of the values lies; 0 when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** How a measure is judged. */
interface Rule {
  readonly measure: Measure;
  /** What stands for a chunk of time: its floor, after collections of garbage; its middle; or nearly its top. */
  readonly share: number;
  /** Growth that is still flat: as a share of the middle, and in the measure's own unit, whichever is more. */
  readonly relative: number;
  readonly absolute: number;
}

export interface Verdict {
  readonly measure: Measure;
  /** Growth over the judged time, by the line that fits best. */
  readonly growth: number;
  readonly allowed: number;
  readonly flat: boolean;
}

const CHUNKS = 10;

const RULES: readonly Rule[] = [
  { measure: 'rssMb', share: 0, relative: 0.03, absolute: 15 },
  { measure: 'heapMb', share: 0, relative: 0.05, absolute: 2 },
  { measure: 'sockets', share: 0.9, relative: 0.1, absolute: 5 },
  { measure: 'handles', share: 0.9, relative: 0.1, absolute: 5 },
  { measure: 'p50Ms', share: 0.5, relative: 0.25, absolute: 5 },
  { measure: 'p99Ms', share: 0.5, relative: 0.5, absolute: 25 },
];

/**
 * Judges the last two thirds, as the first is for warming up: they are cut into ten chunks, each stands for one point,
 * and the line that fits the points best may rise by no more than the rule allows.
 */
export function judge(samples: readonly Sample[]): readonly Verdict[] {
  const judged = samples.slice(Math.floor(samples.length / 3));
  return RULES.map(({ measure, share, relative, absolute }) => {
    const values = judged.map((sample) => sample[measure]);
    const growth = slope(points(values, share)) * (CHUNKS - 1);
    const allowed = Math.max(relative * percentile(values, 0.5), absolute);
    return { measure, growth, allowed, flat: growth <= allowed };
  });
}

function points(values: readonly number[], share: number): number[] {
  const length = Math.max(1, Math.floor(values.length / CHUNKS));
  return Array.from({ length: CHUNKS }, (_, index) =>
    percentile(values.slice(index * length, (index + 1) * length), share),
  );
}

/** Of the line of least squares. */
function slope(ys: readonly number[]): number {
  const meanX = (ys.length - 1) / 2;
  const meanY = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  const covariance = ys.reduce((sum, y, x) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / ys.reduce((sum, _y, x) => sum + (x - meanX) ** 2, 0);
}
