import { epochSeconds, isAhead } from '../../../../functions/domain/epoch-seconds.ts';
import { moment } from '../output/moment.ts';
import type { Printer } from '../output/printer.ts';
import { headingLine, recordLine, type Column } from '../output/table.ts';
import { scan, type Item } from '../stage/scan.ts';
import type { Stage } from '../stage/stage.ts';

const COLUMNS: readonly Column[] = [
  { title: 'HASH', attribute: 'sidHash', width: 64 },
  { title: 'ROLE', attribute: 'role', width: 5 },
  { title: 'STATE', attribute: 'state', width: 7 },
  { title: 'UNTIL', attribute: 'expiresAt', width: 24 },
];

/** Lists the sessions of a user by their hashes. */
export async function listSessions(stage: Stage, printer: Printer, user: string): Promise<void> {
  const attributes = ['sidHash', 'userName', 'role', 'expiresAt'];
  const where = { attribute: 'userName', value: user };
  printer.heading(headingLine(COLUMNS));
  for await (const item of scan(stage, { table: 'sessions', attributes, where })) {
    const session = viewOf(item);
    printer.print(session, recordLine(COLUMNS, session));
  }
}

/** DynamoDB deletes late: what has run out may still be there, and does not count. */
function viewOf({ sidHash, userName, role, expiresAt }: Item) {
  const isLive = typeof expiresAt === 'number' && isAhead(expiresAt, epochSeconds(new Date()));
  return { sidHash, userName, role, state: isLive ? 'live' : 'expired', expiresAt: moment(expiresAt) };
}
