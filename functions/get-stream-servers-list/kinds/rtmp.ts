import { isUrlOf } from '../addresses.ts';
import { checkFlag, checkText, type Problems } from '../field-checks.ts';
import type { StoredServer } from '../stored-server.ts';

/** Type 4: a URL with a host, and a key; with authentication on, user name and password too. */
export function rtmpProblems(server: StoredServer): Problems {
  const needsLogin = server.authentication === true;
  return {
    url: checkText(server.url, (url) => isUrlOf(/^rtmps?$/i, url)),
    streamKey: checkText(server.streamKey),
    authentication: checkFlag(server.authentication),
    userName: needsLogin ? checkText(server.userName) : undefined,
    password: needsLogin ? checkText(server.password) : undefined,
  };
}
