import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { epochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import type { SessionItem } from '../../../../functions/store/items.ts';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { moment } from '../output/moment.ts';
import type { Printer } from '../output/printer.ts';
import type { Stage } from '../stage/stage.ts';

/** 256 bits: as hard to guess as its hash is to undo. */
const SID_BYTES = 32;

interface NewSession {
  readonly user: string;
  readonly admin: boolean;
  /** Seconds for which it counts. */
  readonly ttl: number;
}

/** Records a session and prints its cookies. The session id is nowhere but there: the table has its hash. */
export async function createSession(stage: Stage, printer: Printer, { user, admin, ttl }: NewSession): Promise<void> {
  const sid = randomBytes(SID_BYTES).toString('base64url');
  const role = admin ? 'admin' : 'user';
  const expiresAt = epochSeconds(new Date()) + ttl;
  const Item = { sidHash: sidHash(sid), userName: user, role, expiresAt } satisfies SessionItem;
  await stage.documents.send(new PutCommand({ TableName: stage.tables.sessions, Item }));
  // Percent-encoded, as the API decodes cookies once and not every character may stand in a header.
  const lines = `cloud-sid=${sid}\ncloud-uid=${encodeURIComponent(user)}`;
  printer.print({ sid, uid: user, role, expiresAt: moment(expiresAt) }, lines);
  printer.note(`A session with the role ${role} until ${moment(expiresAt) ?? ''}. The cookies are shown this once.`);
}
