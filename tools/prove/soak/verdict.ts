/** What is measured, once a second; every tenth time after a full garbage collection. */
export interface Sample {
  readonly second: number;
  /** Memory of the whole process: gateway and functions, without engine and load. */
  readonly rssMb: number;
  /** Heaps of the functions' workers. */
  readonly heapMb: number;
  /** Open sockets of the process; 0 where the system does not report them. */
  readonly sockets: number;
  /** Open handles and requests of the main thread. */
  readonly handles: number;
  /** 99th percentile of the main thread's event loop delay. */
  readonly loopDelayMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
}

/** What a sample contains besides its time. */
export type Measure = Exclude<keyof Sample, 'second'>;

/** The value below which this share of the values lies; 0 when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** How a measure is judged. */
interface Rule {
  readonly measure: Measure;
  /** Quantile that represents a chunk of time: its minimum, after garbage collections; its median; or near its maximum. */
  readonly share: number;
  /** Growth that still counts as flat: as a share of the median, or in the measure's own unit, whichever is more. */
  readonly relative: number;
  readonly absolute: number;
}

export interface Verdict {
  readonly measure: Measure;
  /** Growth over the judged time, by the line of best fit. */
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
 * Judges the last two thirds, as the first is for warming up: they are cut into ten chunks, each gives one point, and the
 * line of best fit through the points may rise by no more than the rule allows.
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

/** Slope of the least-squares line. */
function slope(ys: readonly number[]): number {
  const meanX = (ys.length - 1) / 2;
  const meanY = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  const covariance = ys.reduce((sum, y, x) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / ys.reduce((sum, _y, x) => sum + (x - meanX) ** 2, 0);
}
