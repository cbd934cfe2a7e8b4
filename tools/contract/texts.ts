import { NAMED_STAGES } from '../../infra/stages.ts';

const { maxBatchSize, maxBodyBytes } = NAMED_STAGES.prod;

/** What the whole API is about. */
export const API_TEXT = `Lists the stream servers of devices, and starts firmware upgrades exactly once per device.

HTTP 200 and the top-level code 0 always go together. Texts are fixed: no answer repeats what was sent. Unknown paths
and methods are the gateway's own 404.

If the answer says 0 or 1 for a device, exactly one upgrade of it is on record; if it says 4, asking again is safe; if
it says anything else, this request started none.`;

/** What getStreamServersList does. */
export const LIST_TEXT = `One entry for each type, always in the order 1, 2, 3 (platforms), 6 (NDI), 4 (RTMP), 5 (SRT).
Any session that counts may ask for any device; the bare URL speaks for the stage's own device and asks for none.`;

/** What start-upgrade does. */
export const UPGRADE_TEXT = `HTTP 200 means that every device was judged on its own: look at \`details\`. Any other answer of the
service means that nothing was started, and the top-level code says why.

At most ${String(maxBatchSize)} serial numbers (one that stands twice counts twice), all of devices of the same family,
model and hardware version, and a body of at most ${String(maxBodyBytes / 1024)} KiB of UTF-8, not compressed. The
session must be an administrator's.

When several things are wrong, the first of these is told: 37, 31, 9, 21 (absent), 18, 21, 7, 17, 16, 38, 41.

Repeat the very same request after 503, after a lost connection, or for the devices that were told 4. It is always safe:
what was started is answered 1 and not started again.`;
