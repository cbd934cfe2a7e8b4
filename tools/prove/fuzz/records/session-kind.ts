import { sidHash } from '../../../../functions/store/sessions.ts';
import { itemsLike, type WireItem } from './attribute-values.ts';
import { isAhead, text, whole } from './reading.ts';
import { listFaults, operationFaults, putRaw, upgradeFaults, type RecordKind } from './record-kind.ts';

const USER = 'fuzz-owner';

const like = { userName: { S: USER }, role: { S: 'admin' }, expiresAt: { N: '4102444800' } };

const nearMisses = {
  userName: [{ S: 'FUZZ-OWNER' }, { S: '' }, { SS: [USER] }, { L: [{ S: USER }] }, { M: { S: { S: USER } } }],
  role: [{ S: 'Admin' }, { S: 'admin ' }, { S: 'аdmin' }, { SS: ['admin'] }, { L: [{ S: 'admin' }] }, { S: 'user' }],
  expiresAt: [
    { S: '4102444800' },
    { N: '4102444800000' },
    { NS: ['4102444800'] },
    { N: '1577836800' },
    { N: '4102444800.5' },
  ],
};

/** A session that is incomplete, or whose role is unknown, never logs in; and only an administrator may upgrade. */
export const sessionKind: RecordKind = {
  name: 'sessions',
  items: itemsLike(like, nearMisses),
  async attempt(stage, item, number) {
    const caller = { sid: `fuzz-odd-session-${String(number)}`, uid: USER };
    const key = { sidHash: { S: sidHash(caller.sid) } };
    if (!(await putRaw(stage.endpoint, stage.tables.sessions, { ...item, ...key }))) return undefined;
    const counts = isSession(item);
    const mayUpgrade = counts && text(item, 'role') === 'admin';
    const expected = mayUpgrade ? ([200, 16] as const) : ([counts ? 403 : 401] as const);
    return [
      ...(await upgradeFaults(stage, ['FUZZ-UNKNOWN'], expected, { caller })),
      ...(await operationFaults(stage, 'upgrade-status', ['FUZZ-UNKNOWN'], expected, { caller })),
      ...(await operationFaults(stage, 'cancel-upgrade', ['FUZZ-UNKNOWN'], expected, { caller })),
      ...(await listFaults(stage, 'FUZZ-0', [counts ? 200 : 401], caller)),
    ];
  },
};

function isSession(item: WireItem): boolean {
  const hasRole = ['admin', 'user'].includes(text(item, 'role') ?? '');
  return hasRole && text(item, 'userName') === USER && isAhead(whole(item, 'expiresAt'));
}
