// Written by `npm run openapi` in the root of the project.

/** Every result code by name. */
export const API_STATUS = {
  /** Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it. */
  SUCCESS: 0,
  /** For a device: this upgrade was on record, or cancelled, before; exactly one is, and this request started none. It is under way, or was started earlier under this key, whatever became of it: the status tells. For a roll-out: the same request has made it before; or it is paused, running or cancelled already, as was asked for. */
  REPEAT: 1,
  /** Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; asking again is safe under the same key, and a cancellation if the upgrade is named. For a roll-out: not known to be made or changed; the same request again tells. */
  TRY_AGAIN: 4,
  /** Anything unforeseen; nothing was started. */
  UNKNOWN_ERROR: 6,
  /** The body or a parameter breaks the schema, the `Idempotency-Key` of a start or its dry run is malformed, or the event is not from the gateway. */
  INVALID_ARG: 7,
  /** The content type is not JSON, or `Content-Encoding` names anything but `identity`, be it a compression or a character set. */
  UNSUPPORTED: 9,
  /** For a device: another firmware is being installed. */
  DEVICE_BUSY: 11,
  /** For a device: it is offline. */
  DEVICE_LOST: 12,
  /** The firmware, or the device of a list, is unknown. For a device: it is not registered, or has no such upgrade on record. For a roll-out: there is none of this id, or its firmware is unknown. */
  NOT_EXIST: 16,
  /** More serial numbers than the stage's limit, or than a roll-out may have; or too many roll-outs are active. */
  TOO_MANY: 17,
  /** The body is over the limit. */
  TOO_LARGE: 18,
  /** The body is not JSON, not UTF-8, or absent. */
  FORMAT_ERROR: 21,
  /** For a device: the firmware is not for its family, model or hardware version. */
  DEVICE_TYPE_ERROR: 24,
  /** The user is not an administrator; or the request bypassed the front proxy of the stage. */
  NOT_PERMITTED: 31,
  /** Missing, unknown or expired session, or that of another user. */
  NOT_LOGGED_IN: 37,
  /** The firmware is not available yet, or was withdrawn. For a device: its upgrade has begun, has ended, or is not the one that was named. For a roll-out: as it is now, this cannot be done with it. */
  WRONG_STATE: 38,
  /** The devices of a batch differ in family, model or hardware version, or the key was used for another firmware. For a device: the key was used for another firmware, by a request that came in between. For a roll-out: its id is that of another request. */
  CONSTRAINT_VIOLATION: 41,
} as const;
