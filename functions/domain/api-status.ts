/**
 * The API Status table (interface, section 7): every result code that an answer may carry. `http` is the status of
 * an answer that carries the code at its top; codes without one only ever stand in a detail.
 * The invariant behind the column: HTTP 200 ⇔ top-level code 0.
 */
export const API_STATUS = {
  SUCCESS: { code: 0, http: 200 },
  /** Detail only: this very upgrade is already under way, or was started earlier under this key; or is cancelled already. */
  REPEAT: { code: 1 },
  /** Throttled, timed out or unreachable; as a detail: not known to be started, or cancelled. Asking again is safe. */
  TRY_AGAIN: { code: 4, http: 503 },
  UNKNOWN_ERROR: { code: 6, http: 500 },
  /** The body breaks the schema, the key is none, or the event is not one of the gateway's. */
  INVALID_ARG: { code: 7, http: 400 },
  /** The content type is not JSON, or the body is compressed. */
  UNSUPPORTED: { code: 9, http: 415 },
  /** Detail only: another firmware is being installed on this device. */
  DEVICE_BUSY: { code: 11 },
  /** Detail only: the device is offline. */
  DEVICE_LOST: { code: 12 },
  /** Detail: unknown device, or no upgrade on record; whole request: unknown firmware, route, or device of a list. */
  NOT_EXIST: { code: 16, http: 404 },
  /** More serial numbers than the stage's limit. */
  TOO_MANY: { code: 17, http: 400 },
  TOO_LARGE: { code: 18, http: 413 },
  /** The body is not JSON, or not UTF-8, or absent. */
  FORMAT_ERROR: { code: 21, http: 400 },
  /** Detail only: the firmware is not for this family, model or hardware version. */
  DEVICE_TYPE_ERROR: { code: 24 },
  /** The user is not an administrator (interface 4.2, rule 3); or the request bypassed the front proxy. */
  NOT_PERMITTED: { code: 31, http: 403 },
  /** No session, or an unknown, expired or malformed one, or `cloud-uid` is not its user. */
  NOT_LOGGED_IN: { code: 37, http: 401 },
  /**
   * The firmware exists but is not available yet, or was withdrawn (interface 4.2, rule 1). Detail of a cancel: the
   * upgrade has begun on its device, has ended, or is not the one that was named.
   */
  WRONG_STATE: { code: 38, http: 409 },
  /**
   * The devices of a batch differ in family, model or hardware version (interface 4.2, rule 2); or the key was used for
   * another firmware, which is also a detail where only the claim meets it.
   */
  CONSTRAINT_VIOLATION: { code: 41, http: 409 },
} as const satisfies Record<string, { code: number; http?: number }>;

export type StatusName = keyof typeof API_STATUS;

/** Codes that may refuse a whole request: all that have an HTTP status, except success. */
export type RefusalName = {
  [Name in StatusName]: (typeof API_STATUS)[Name] extends { http: number } ? Name : never;
}[Exclude<StatusName, 'SUCCESS'>];

/** Codes that a single device of a request may get. */
export type DeviceResult =
  | 'SUCCESS'
  | 'REPEAT'
  | 'TRY_AGAIN'
  | 'DEVICE_BUSY'
  | 'DEVICE_LOST'
  | 'NOT_EXIST'
  | 'DEVICE_TYPE_ERROR'
  | 'WRONG_STATE'
  | 'CONSTRAINT_VIOLATION';
