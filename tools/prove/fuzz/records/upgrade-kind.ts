import { itemsLike, type WireItem } from './attribute-values.ts';
import { wholeDevice } from './device-kinds.ts';
import { isAhead, text, whole } from './reading.ts';
import { operationFaults, putRaw, SECRET, upgradeFaults, type RecordKind } from './record-kind.ts';

const LONGEST_LEASE = 7 * 86_400;

const inSeconds = (seconds: number) => ({ N: String(Math.floor(Date.now() / 1_000) + seconds) });

const like = {
  upgradeId: { S: '01993c5e-7a00-7000-8000-000000000001' },
  firmwareId: { N: '21' },
  claimToken: { S: SECRET },
  cancelToken: { S: SECRET },
  location: { S: SECRET },
  requestedBy: { S: 'somebody' },
  state: { S: 'requested' },
  leaseEndsAt: inSeconds(3_600),
};

const nearMisses = {
  firmwareId: [{ N: '22' }, { S: '21' }, { N: '21.0' }, { NS: ['21'] }],
  state: [
    { S: 'running' },
    { S: 'succeeded' },
    { S: 'failed' },
    { S: 'cancelled' },
    { S: 'Requested' },
    { SS: ['requested'] },
    { S: '' },
  ],
  leaseEndsAt: [
    inSeconds(-60),
    inSeconds(LONGEST_LEASE - 600),
    inSeconds(LONGEST_LEASE + 600),
    { N: '4102444800' },
    { N: '4102444800000' },
    { S: '4102444800' },
  ],
};

/**
 * A record that is not live frees its device: online it is claimed, offline it is lost, and neither is told 1 or 11.
 * Whatever the record, its status can be told, and it can be cancelled if it is requested.
 */
export const upgradeKind: RecordKind = {
  name: 'upgrades',
  items: itemsLike(like, nearMisses),
  async attempt(stage, item, number) {
    const { endpoint, tables } = stage;
    const [here, away] = [`FUZZ-HERE-${String(number)}`, `FUZZ-AWAY-${String(number)}`];
    if (!(await putRaw(endpoint, tables.upgrades, { ...item, sn: { S: here } }))) return undefined;
    await putRaw(endpoint, tables.upgrades, { ...item, sn: { S: away } });
    await putRaw(endpoint, tables.devices, { ...wholeDevice, sn: { S: here } });
    await putRaw(endpoint, tables.devices, { ...wholeDevice, online: { BOOL: false }, sn: { S: away } });
    const held = whole(item, 'firmwareId') === 21 ? 1 : 11;
    const expected = isLive(item) ? ([200, held, held] as const) : ([200, 0, 12] as const);
    return [
      ...(await operationFaults(stage, 'upgrade-status', [here, away], [200, 0, 0])),
      ...(await upgradeFaults(stage, [here, away], expected)),
      ...(await operationFaults(stage, 'cancel-upgrade', [away], [200, resultOfCancel(item)])),
    ];
  },
};

function resultOfCancel(item: WireItem): number {
  if (whole(item, 'firmwareId') !== 21) return isLive(item) ? 11 : 16;
  const state = text(item, 'state');
  if (state === 'requested') return 0;
  return state === 'cancelled' ? 1 : 38;
}

function isLive(item: WireItem): boolean {
  const isUnfinished = ['requested', 'running'].includes(text(item, 'state') ?? '');
  const leaseEndsAt = whole(item, 'leaseEndsAt');
  return isUnfinished && isAhead(leaseEndsAt) && Number(leaseEndsAt) <= Date.now() / 1_000 + LONGEST_LEASE;
}
