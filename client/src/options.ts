/** A session as its two cookies carry it. */
export interface Session {
  /** `cloud-sid` */
  readonly sid: string;
  /** `cloud-uid` */
  readonly uid: string;
}

/** How long to be patient. */
export interface Patience {
  /** Most times that a request is sent; 4 if not given. */
  readonly attempts: number;
  /** Milliseconds for each of them; 35,000 if not given, as the gateway answers within 30 s. */
  readonly timeoutMs: number;
  /** Most milliseconds between two of them; 30,000 if not given. Who is told to wait longer gives up at once. */
  readonly longestWaitMs: number;
}

/** What a client needs to know. */
export interface ClientOptions extends Partial<Patience> {
  /** Base URL of the API, without a path. */
  readonly baseUrl: string;
  /** For Node. Browsers send their own cookies and let no script set any: leave it out there. */
  readonly session?: Session;
}

/** What may be given with each call. */
export interface CallOptions {
  /** Ends the call, waits between attempts included. */
  readonly signal?: AbortSignal;
}
