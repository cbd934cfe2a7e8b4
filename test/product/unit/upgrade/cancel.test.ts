import { describe, expect, jest, test } from '@jest/globals';
import type { CurrentUpgrade } from '../../../../functions/domain/upgrade.ts';
import type { WriteOutcome } from '../../../../functions/domain/write-outcome.ts';
import { cancelUpgrade } from '../../../../functions/upgrade/cancel/cancel-upgrade.ts';
import { judge } from '../../../../functions/upgrade/cancel/judge.ts';
import type { UpgradeServices } from '../../../../functions/upgrade/services.ts';
import {
  live,
  NOW_SECONDS,
  ofOtherFirmware,
  requested,
  servicesOf,
  IN_DOUBT,
  NOT_SHOWN,
  NOT_TRIED,
  refusedBy,
} from '../../../support/fakes.ts';
import { logged, reading } from '../../../support/upgrade-call.ts';

const cancelled: CurrentUpgrade = { ...live, state: 'cancelled', cancelToken: 'of-another' };
const leaseOver = { leaseEndsAt: NOW_SECONDS };

describe('A cancellation of an upgrade to firmware 21 is decided by what is on record:', () => {
  test.each<[string, CurrentUpgrade | undefined, string, named?: string | null]>([
    ['nothing', undefined, 'NOT_EXIST'],
    ['nothing, where an upgrade is named', undefined, 'NOT_EXIST', 'earlier'],
    ['the named upgrade', requested, 'CANCEL', 'earlier'],
    ['the named upgrade, in capitals', requested, 'CANCEL', 'EARLIER'],
    ['the named upgrade, to another firmware', { ...ofOtherFirmware, state: 'requested' }, 'DEVICE_BUSY', 'earlier'],
    ['another upgrade than the named one', requested, 'WRONG_STATE', 'later'],
    ['another one, cancelled', cancelled, 'WRONG_STATE', ''],
    ['another one, to another firmware', ofOtherFirmware, 'WRONG_STATE', 'later'],
    ['one without an id, where one is named', { ...requested, upgradeId: undefined }, 'WRONG_STATE', 'earlier'],
    ['a requested upgrade, where its id is not known', requested, 'CANCEL', null],
    ['a requested upgrade', requested, 'CANCEL'],
    ['a requested upgrade whose lease has run out', { ...requested, ...leaseOver }, 'CANCEL'],
    ['a cancelled upgrade', cancelled, 'REPEAT'],
    ['a running upgrade', live, 'WRONG_STATE'],
    ['an upgrade that succeeded', { ...live, state: 'succeeded' }, 'WRONG_STATE'],
    ['an upgrade in an unknown state', { ...live, state: 'paused' }, 'WRONG_STATE'],
    ['a live upgrade to another firmware', { ...ofOtherFirmware, state: 'requested' }, 'DEVICE_BUSY'],
    ['an ended upgrade to another firmware', { ...ofOtherFirmware, state: 'cancelled' }, 'NOT_EXIST'],
    ['one to another firmware whose lease has run out', { ...ofOtherFirmware, ...leaseOver }, 'NOT_EXIST'],
  ])('%s: %s', (...[, record, decision, named]) => {
    expect(judge(record, { firmwareId: 21, upgradeId: named }, NOW_SECONDS)).toBe(decision);
  });
});

async function cancel(sns: readonly string[], services: UpgradeServices, remainingMs = 25_000, upgradeId?: string) {
  const caller = { userName: 'bob', remainingMs: () => remainingMs };
  const upgradeIds = upgradeId === undefined ? undefined : new Map(sns.map((sn) => [sn, upgradeId]));
  return Object.fromEntries((await cancelUpgrade({ sns, firmwareId: 21, upgradeIds }, services, caller)).results);
}

test('Each device of a batch has its own result, and only what is cancelled has an audit line', async () => {
  const current = { A: requested, B: live, C: cancelled, D: ofOtherFirmware, '../A': requested };
  const results = {
    A: 'SUCCESS',
    B: 'WRONG_STATE',
    C: 'REPEAT',
    D: 'DEVICE_BUSY',
    E: 'NOT_EXIST',
    '../A': 'NOT_EXIST',
  };
  expect(await cancel(Object.keys(results), servicesOf({ current }))).toEqual(results);
  const line = { code: 'UPGRADE_CANCELLED', sn: 'A', upgradeId: 'earlier', firmwareId: 21, cancelledBy: 'bob' };
  expect(logged).toEqual([{ ...line, text: expect.any(String) }]);
});

test.each<[string, WriteOutcome, string, named?: string]>([
  ['of a named one, refused by a later one', refusedBy({ ...cancelled, upgradeId: 'later' }), 'WRONG_STATE', 'earlier'],
  ['refused by the cancellation of another', refusedBy(cancelled), 'REPEAT'],
  ['refused as the device has begun', refusedBy(live), 'WRONG_STATE'],
  ['refused by an upgrade to another firmware', refusedBy(ofOtherFirmware), 'DEVICE_BUSY'],
  ['refused by a later upgrade to the firmware', refusedBy({ ...requested, upgradeId: 'later' }), 'TRY_AGAIN'],
  ['not tried', NOT_TRIED, 'TRY_AGAIN'],
])(
  'A cancellation that is %s is not logged, and has the result of what is on record',
  async (...[, outcome, result, named]) => {
    const services = servicesOf({ current: { A: requested }, cancelled: () => outcome });
    expect(await cancel(['A'], services, 25_000, named)).toEqual({ A: result });
    expect(logged).toEqual([]);
  },
);

test.each([
  [25_000, true],
  [6_000, false],
])('With %d ms left, an attempt of a cancellation may begin: %j', async (remainingMs, may) => {
  const services = servicesOf();
  const write = jest.spyOn(services.upgrades, 'cancel');
  await cancel(['A'], services, remainingMs);
  expect(write.mock.calls[0]?.[1]()).toBe(may);
});

describe('A cancellation in doubt is read back', () => {
  /** Cancels the upgrade of A. The write ends so, and then this is found; resolves to the result. */
  async function readBack(found: (token: string) => CurrentUpgrade | undefined, outcome = IN_DOUBT) {
    let token: string | undefined;
    const services = servicesOf({
      current: { A: requested },
      cancelled: ({ cancelToken }) => {
        token = cancelToken;
        return outcome;
      },
    });
    const findMany = () => {
      const record = token === undefined ? requested : found(token);
      return Promise.resolve(new Map(record ? [['A', record]] : []));
    };
    return (await cancel(['A'], reading(services, findMany)))['A'];
  }

  test('and is a success when its token is on record', async () => {
    expect(await readBack((cancelToken) => ({ ...cancelled, cancelToken }))).toBe('SUCCESS');
    expect(logged).toEqual([expect.objectContaining({ code: 'UPGRADE_CANCELLED' })]);
  });

  test.each([
    [IN_DOUBT, undefined],
    [IN_DOUBT, cancelled],
    [NOT_SHOWN, undefined],
  ])('and is to be repeated when after %j it finds any other record: %j', async (outcome, record) => {
    expect(await readBack(() => record, outcome)).toBe('TRY_AGAIN');
  });
});
