import { isUrlOf } from '../addresses.ts';
import { checkText, optional, type Problems } from '../field-checks.ts';
import type { StoredServer } from '../stored-server.ts';

/** By which something is streamed to a platform: RTMP with its tunnels and kin, HTTP, SRT, RIST, RTSP, RTP, UDP, WebSockets. */
const SCHEMES = /^(?:rtmp(?:s|t|ts|e|te)?|rtmfp|https?|srt|rist|rtsps?|rtp|udp|wss?)$/i;

/** Types 1, 2, 3: a stream key; the platform's URL is built in, and one that is given can be streamed to. */
export function platformProblems(server: StoredServer): Problems {
  return {
    streamKey: checkText(server.streamKey),
    url: optional(checkText(server.url, (url) => isUrlOf(SCHEMES, url))),
  };
}
