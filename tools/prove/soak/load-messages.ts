/** From the process that makes the load: what became of the requests since the last message. */
export interface LoadMessage {
  /** Milliseconds of each request. */
  readonly latencies: readonly number[];
  /** Requests with another answer than expected, or none. */
  readonly failed: readonly string[];
}
