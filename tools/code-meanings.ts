import { API_STATUS, type StatusName } from '../functions/domain/api-status.ts';

/** What a code tells a caller: of a whole request, and of a device in an accepted one. */
interface Meaning {
  readonly request?: string;
  readonly device?: string;
}

/** Document, client and home page have their texts from here; the page takes the first sentence alone. */
const SENTENCES: Readonly<Record<StatusName, Meaning>> = {
  SUCCESS: {
    request: 'Accepted.',
    device: 'done by this request. After start-upgrade exactly one upgrade is on record, started by it.',
  },
  REPEAT: {
    device:
      'this upgrade was on record, or cancelled, before; exactly one is, and this request started none. ' +
      'It is under way, or was started earlier under this key, whatever became of it: the status tells.',
  },
  TRY_AGAIN: {
    request: 'Throttled or unreachable; nothing was started.',
    device: 'not known to be started or cancelled; asking again is safe.',
  },
  UNKNOWN_ERROR: { request: 'Anything unforeseen; nothing was started.' },
  INVALID_ARG: {
    request: "The body breaks the schema, the `Idempotency-Key` is none, or the event is not one of the gateway's.",
  },
  UNSUPPORTED: {
    request:
      'The content type is not JSON, or `Content-Encoding` names anything but `identity`, be it a compression or a character set.',
  },
  DEVICE_BUSY: { device: 'another firmware is being installed.' },
  DEVICE_LOST: { device: 'it is offline.' },
  NOT_EXIST: {
    request: 'The firmware, or the device of a list, is unknown.',
    device: 'it is not registered, or has no such upgrade on record.',
  },
  TOO_MANY: { request: "More serial numbers than the stage's limit." },
  TOO_LARGE: { request: 'The body is over the limit.' },
  FORMAT_ERROR: { request: 'The body is not JSON, not UTF-8, or absent.' },
  DEVICE_TYPE_ERROR: { device: 'the firmware is not for its family, model or hardware version.' },
  NOT_PERMITTED: { request: 'The user is not an administrator; or the request bypassed the front proxy of the stage.' },
  NOT_LOGGED_IN: { request: 'Missing, unknown or expired session, or that of another user.' },
  WRONG_STATE: {
    request: 'The firmware is not available yet, or was withdrawn.',
    device: 'its upgrade has begun, has ended, or is not the one that was named, and so is not cancelled.',
  },
  CONSTRAINT_VIOLATION: {
    request:
      'The devices of a batch differ in family, model or hardware version, or the key was used for another firmware.',
    device: 'the key was used for another firmware, by a request that came in between.',
  },
};

/** All that a code means, in one text. */
export function meaningOf(name: StatusName): string {
  const { request, device } = SENTENCES[name];
  return [request, device && `For a device: ${device}`].filter(Boolean).join(' ');
}

/** Names of all codes, in the order of the API Status table. */
export function statusNames(): StatusName[] {
  return Object.keys(API_STATUS).filter((name) => isStatusName(name));
}

function isStatusName(name: string): name is StatusName {
  return Object.hasOwn(API_STATUS, name);
}

/** Name and sentences of each code, by the code. */
export const CODES = Object.fromEntries(
  statusNames().map((name) => [API_STATUS[name].code, { name, ...SENTENCES[name] }]),
);
