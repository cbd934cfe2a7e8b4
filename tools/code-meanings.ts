import type { StatusName } from '../functions/domain/api-status.ts';

/**
 * What each code tells a caller. The home page shows the first sentence of what it tells of a request, or of a device; what it
 * tells of a roll-out comes last.
 */
export const MEANINGS: Readonly<Record<StatusName, string>> = {
  SUCCESS:
    'Accepted. For a device: done by this request. After start-upgrade exactly one upgrade is on record, started by it.',
  REPEAT:
    'For a device: this upgrade was on record, or cancelled, before; exactly one is, and this request started none. ' +
    'It is under way, or was started earlier under this key, whatever became of it: the status tells. ' +
    'For a roll-out: the same request has made it before; or it is paused, running or cancelled already, as was asked for.',
  TRY_AGAIN:
    'Throttled or unreachable; nothing was started. For a device of an accepted request: not known to be started or cancelled; ' +
    'asking again is safe under the same key, and a cancellation if the upgrade is named. ' +
    'For a roll-out: not known to be made or changed; the same request again tells.',
  UNKNOWN_ERROR: 'Anything unforeseen; nothing was started.',
  INVALID_ARG:
    'The body or a parameter breaks the schema, the `Idempotency-Key` of a start or its dry run is malformed, or the event is not from the gateway.',
  UNSUPPORTED:
    'The content type is not JSON, or `Content-Encoding` names anything but `identity`, be it a compression or a character set.',
  DEVICE_BUSY: 'For a device: another firmware is being installed.',
  DEVICE_LOST: 'For a device: it is offline.',
  NOT_EXIST:
    'The firmware, or the device of a list, is unknown. ' +
    'For a device: it is not registered, or has no such upgrade on record. ' +
    'For a roll-out: there is none of this id, or its firmware is unknown.',
  TOO_MANY:
    "More serial numbers than the stage's limit, or than a roll-out may have; or too many roll-outs are active.",
  TOO_LARGE: 'The body is over the limit.',
  FORMAT_ERROR: 'The body is not JSON, not UTF-8, or absent.',
  DEVICE_TYPE_ERROR: 'For a device: the firmware is not for its family, model or hardware version.',
  NOT_PERMITTED: 'The user is not an administrator; or the request bypassed the front proxy of the stage.',
  NOT_LOGGED_IN: 'Missing, unknown or expired session, or that of another user.',
  WRONG_STATE:
    'The firmware is not available yet, or was withdrawn. ' +
    'For a device: its upgrade has begun, has ended, or is not the one that was named. ' +
    'For a roll-out: as it is now, this cannot be done with it.',
  CONSTRAINT_VIOLATION:
    'The devices of a batch differ in family, model or hardware version, or the key was used for another firmware. ' +
    'For a device: the key was used for another firmware, by a request that came in between. ' +
    'For a roll-out: its id is that of another request.',
};
