import { itemsLike, type WireItem } from './attribute-values.ts';
import { wholeDevice } from './device-kinds.ts';
import { isAhead, text, whole } from './reading.ts';
import { putRaw, upgradeFaults, type RecordKind } from './record-kind.ts';

const like = {
  upgradeId: { S: '01993c5e-7a00-7000-8000-000000000001' },
  firmwareId: { N: '21' },
  claimToken: { S: 'token' },
  requestedBy: { S: 'somebody' },
  state: { S: 'requested' },
  leaseEndsAt: { N: '4102444800' },
};

const nearMisses = {
  firmwareId: [{ N: '22' }, { S: '21' }, { N: '21.0' }, { NS: ['21'] }],
  state: [{ S: 'running' }, { S: 'succeeded' }, { S: 'failed' }, { S: 'Requested' }, { SS: ['requested'] }, { S: '' }],
  leaseEndsAt: [
    { N: '1577836800' },
    { N: '4102444800000' },
    { S: '4102444800' },
    { N: '9999999999' },
    { N: '10000000000' },
  ],
};

/** A record that is not live frees its device: online it is claimed, offline it is lost, and neither is told 1 or 11. */
export const upgradeKind: RecordKind = {
  name: 'upgrades',
  items: itemsLike(like, nearMisses).filter(isReadable),
  async attempt(stage, item, number) {
    const { endpoint, tables } = stage;
    const [here, away] = [`FUZZ-HERE-${String(number)}`, `FUZZ-AWAY-${String(number)}`];
    if (!(await putRaw(endpoint, tables.upgrades, { ...item, sn: { S: here } }))) return undefined;
    await putRaw(endpoint, tables.upgrades, { ...item, sn: { S: away } });
    await putRaw(endpoint, tables.devices, { ...wholeDevice, sn: { S: here } });
    await putRaw(endpoint, tables.devices, { ...wholeDevice, online: { BOOL: false }, sn: { S: away } });
    const held = whole(item, 'firmwareId') === 21 ? 1 : 11;
    const expected = isLive(item) ? ([200, held, held] as const) : ([200, 0, 12] as const);
    return upgradeFaults(stage, [here, away], expected);
  },
};

function isLive(item: WireItem): boolean {
  const isUnfinished = ['requested', 'running'].includes(text(item, 'state') ?? '');
  return isUnfinished && isAhead(whole(item, 'leaseEndsAt'));
}

/**
 * The database client cannot read the old item of a failed condition when a map in it has a key `__proto__`, and its
 * device is then told 4 until the upgrade is over. No service writes such a record.
 */
function isReadable(item: WireItem): boolean {
  return !Object.entries(item).some(
    ([name, found]) => name !== '__proto__' && JSON.stringify(found).includes('__proto__'),
  );
}
