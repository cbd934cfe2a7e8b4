import { checkFlag, checkText, type Problems } from '../field-checks.ts';
import type { StoredServer } from '../stored-server.ts';

/** Type 4: a URL with a host, and a key; with authentication on, user name and password too. */
export function rtmpProblems(server: StoredServer): Problems {
  const needsLogin = server.authentication === true;
  return {
    url: checkText(server.url, isRtmpUrl),
    streamKey: checkText(server.streamKey),
    authentication: checkFlag(server.authentication),
    userName: needsLogin ? checkText(server.userName) : undefined,
    password: needsLogin ? checkText(server.password) : undefined,
  };
}

/** The slash tells a scheme from a host with a port: `live.example.com:1935/app` has no scheme. */
const SCHEME = /^[a-z][a-z\d+.-]*:\//i;

/** Whether a text is `rtmp://host…`, `rtmps://host…` or the same without scheme. */
function isRtmpUrl(text: string): boolean {
  const url = URL.parse(SCHEME.test(text) ? text : `rtmp://${text}`);
  return url !== null && ['rtmp:', 'rtmps:'].includes(url.protocol) && url.hostname !== '';
}
