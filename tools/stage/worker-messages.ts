/** To a worker: one invocation. */
export interface InvocationMessage {
  readonly requestId: string;
  /** JSON, as Lambda passes it. */
  readonly event: string;
  /** Milliseconds since 1970 at which the invocation times out. */
  readonly deadline: number;
}

/** From a worker: a line of its log, or the end of an invocation. */
export type WorkerMessage =
  | { readonly type: 'log'; readonly line: string }
  | { readonly type: 'result'; readonly requestId: string; readonly result: string }
  | { readonly type: 'failure'; readonly requestId: string; readonly message: string };
