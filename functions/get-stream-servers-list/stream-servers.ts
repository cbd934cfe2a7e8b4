import { findFaults } from './completeness.ts';
import { withDistinctIds } from './distinct-ids.ts';
import { textOf } from './field-checks.ts';
import { readServers } from './stored-server.ts';
import type { StreamConfigInfo, StreamServerType } from './stream-config-info.ts';

/** In the order of the answer (interface 2.2), which is not that of the numbers. */
const KINDS: readonly { readonly type: StreamServerType; readonly defaultName: string }[] = [
  { type: 1, defaultName: 'Video sharing' },
  { type: 2, defaultName: 'Live streaming' },
  { type: 3, defaultName: 'Social live video' },
  { type: 6, defaultName: 'NDI' },
  { type: 4, defaultName: 'RTMP' },
  { type: 5, defaultName: 'SRT' },
];

const MAX_NAME_CODE_POINTS = 128;

/**
 * The six entries of the answer's `serverList`, one per type in the order 1, 2, 3, 6, 4, 5 (interface 2.1, 2.2), from
 * whatever a device record holds in `streamServers`. Of several stored entries of one type the first counts; a type
 * without one is listed under its default name, not configured. Never throws.
 */
export function listStreamServers(stored: unknown): readonly StreamConfigInfo[] {
  const servers = readServers(stored);
  const drafts = KINDS.map(({ type, defaultName }) => {
    const server = servers.find((candidate) => candidate.type === type) ?? {};
    return {
      id: usableId(server.id),
      name: displayName(server.name) || defaultName,
      type,
      isConfigured: findFaults(server).length === 0,
    };
  });
  return withDistinctIds(drafts);
}

function usableId(id: unknown): number | undefined {
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : undefined;
}

/** What would forge lines in the logs and terminals of callers, or turn the direction of what follows. */
const FORGING = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;

/** Empty if there is no name to show. */
function displayName(name: unknown): string {
  if (typeof name !== 'string') return '';
  const shown = Array.from(name.replaceAll(FORGING, '').trimStart()).slice(0, MAX_NAME_CODE_POINTS);
  // After the cut: what is left of a long name may show nothing.
  return textOf(shown.join(''));
}
