import { isAbsent, type Problem, type Problems } from './field-checks.ts';
import { ndiProblems } from './kinds/ndi.ts';
import { platformProblems } from './kinds/platform.ts';
import { rtmpProblems } from './kinds/rtmp.ts';
import { srtProblems } from './kinds/srt.ts';
import { readServer, type StoredServer } from './stored-server.ts';

/** One reason why a stream server is not configured; never carries the value, which may be a secret. */
export interface Fault {
  /** Name of the stored field, as in the item types of the store. */
  readonly field: string;
  readonly problem: Problem;
}

/**
 * All that keeps one stored stream server from being complete and valid; `isConfigured` (interface 2.1) is that there
 * is none. Text is trimmed and blank means absent; fields that a switched-off feature would need are not looked at.
 * Takes anything and never throws: what is no stream server at all has a fault in `type`.
 */
export function findFaults(stored: unknown): readonly Fault[] {
  const problems = problemsOf(readServer(stored));
  return Object.entries(problems).flatMap(([field, problem]) => (problem === undefined ? [] : [{ field, problem }]));
}

function problemsOf(server: StoredServer): Problems {
  switch (server.type) {
    case 1:
    case 2:
    case 3:
      return platformProblems(server);
    case 4:
      return rtmpProblems(server);
    case 5:
      return srtProblems(server);
    case 6:
      return ndiProblems(server);
    default:
      return { type: isAbsent(server.type) ? 'missing' : 'invalid' };
  }
}
