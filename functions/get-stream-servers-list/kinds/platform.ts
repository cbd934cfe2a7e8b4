import { checkText, optional, type Problems } from '../field-checks.ts';
import type { StoredServer } from '../stored-server.ts';

/** Types 1, 2, 3: a stream key; the platform's URL is built in, so one that is given only has to parse. */
export function platformProblems(server: StoredServer): Problems {
  return {
    streamKey: checkText(server.streamKey),
    url: optional(checkText(server.url, (url) => URL.canParse(url))),
  };
}
