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
