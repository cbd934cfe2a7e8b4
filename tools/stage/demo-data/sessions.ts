import type { SessionItem } from '../../../functions/store/items.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { DEMO } from './demo.ts';

/** 1 January 2100, so that a demonstration never ends by itself. */
const LIVE = 4_102_444_800;

/** 1 January 2020. */
const ENDED = 1_577_836_800;

export const sessions: readonly SessionItem[] = [
  session(DEMO.admin, 'admin', LIVE),
  session(DEMO.user, 'user', LIVE),
  session(DEMO.expired, 'admin', ENDED),
];

function session(
  { sid, uid }: { sid: string; uid: string },
  role: SessionItem['role'],
  expiresAt: number,
): SessionItem {
  return { sidHash: sidHash(sid), userName: uid, role, expiresAt };
}
