/** To a function's process: events to be handled. */
export interface RunMessage {
  /** JSON, as Lambda passes them. */
  readonly events: readonly string[];
  /** How many may be under way at once. */
  readonly callers: number;
}

/** From a function's process: what came of a run. */
export interface RunResult {
  /** Milliseconds that loading the module took, when the process began. */
  readonly loadMs: number;
  /** Milliseconds of each event, in order. */
  readonly durations: readonly number[];
  readonly elapsedMs: number;
  /** Milliseconds of processor time, of all threads of the process, for the whole run. */
  readonly cpuMs: number;
  /** Milliseconds since 1970, with fractions, at which the run ended. */
  readonly endedAt: number;
  /** Most memory that the process has had so far. */
  readonly peakBytes: number;
  /** What the handler returned for each event, as JSON. */
  readonly answers: readonly string[];
}
