import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import type { CurrentUpgrade } from '../../../../functions/domain/upgrade.ts';
import type { WriteOutcome } from '../../../../functions/domain/write-outcome.ts';
import { cancelUpgrade } from '../../../../functions/upgrade/cancel/cancel-upgrade.ts';
import { judge } from '../../../../functions/upgrade/cancel/judge.ts';
import type { UpgradeServices } from '../../../../functions/upgrade/services.ts';
import { captureOutput } from '../../../support/console.ts';
import { live, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';

const { logged } = captureOutput();

const requested: CurrentUpgrade = { ...live, state: 'requested' };
const cancelled: CurrentUpgrade = { ...live, state: 'cancelled', cancelToken: 'of-another' };
const ofOtherFirmware = { firmwareId: 22 };

describe('The cancellation of an upgrade to firmware 21 is judged by what is on record', () => {
  test.each<[string, CurrentUpgrade | undefined, string]>([
    ['nothing', undefined, 'NOT_EXIST'],
    ['one that is requested', requested, 'CANCEL'],
    ['one that is requested, its lease run out', { ...requested, leaseEndsAt: NOW_SECONDS }, 'CANCEL'],
    ['one that is requested, without an id', { ...requested, upgradeId: undefined }, 'CANCEL'],
    ['one that is cancelled', cancelled, 'REPEAT'],
    ['one that is running', live, 'WRONG_STATE'],
    ['one that was running, its lease run out', { ...live, leaseEndsAt: NOW_SECONDS }, 'WRONG_STATE'],
    ['one that succeeded', { ...live, state: 'succeeded' }, 'WRONG_STATE'],
    ['one that failed', { ...live, state: 'failed' }, 'WRONG_STATE'],
    ['one in a state that nobody knows', { ...live, state: 'paused' }, 'WRONG_STATE'],
    ['another firmware, requested', { ...requested, ...ofOtherFirmware }, 'DEVICE_BUSY'],
    ['another firmware, running', { ...live, ...ofOtherFirmware }, 'DEVICE_BUSY'],
    ['another firmware, ended', { ...live, ...ofOtherFirmware, state: 'succeeded' }, 'NOT_EXIST'],
    ['another firmware, cancelled', { ...cancelled, ...ofOtherFirmware }, 'NOT_EXIST'],
    ['another firmware, its lease run out', { ...live, ...ofOtherFirmware, leaseEndsAt: NOW_SECONDS }, 'NOT_EXIST'],
  ])('%s', (_what, record, decision) => {
    expect(judge(record, 21, NOW_SECONDS)).toBe(decision);
  });
});

async function cancel(sns: readonly string[], services: UpgradeServices) {
  const caller = { userName: 'bob', remainingMs: () => 25_000 };
  return Object.fromEntries((await cancelUpgrade({ sns, firmwareId: 21 }, services, caller)).results);
}

test('A batch: each device is told its own, and only what is cancelled has an audit line', async () => {
  const current = { A: requested, B: live, C: cancelled, D: { ...live, ...ofOtherFirmware }, '../A': requested };
  expect(await cancel(['A', 'B', 'C', 'D', 'E', '../A'], servicesOf({ current }))).toEqual({
    A: 'SUCCESS',
    B: 'WRONG_STATE',
    C: 'REPEAT',
    D: 'DEVICE_BUSY',
    E: 'NOT_EXIST',
    '../A': 'NOT_EXIST',
  });
  const line = { code: 'UPGRADE_CANCELLED', sn: 'A', upgradeId: 'earlier', firmwareId: 21, cancelledBy: 'bob' };
  expect(logged).toEqual([{ ...line, text: expect.any(String) }]);
});

describe('A cancellation that is not written', () => {
  const outcomeOf = async (outcome: WriteOutcome) =>
    (await cancel(['A'], servicesOf({ current: { A: requested }, cancelled: () => outcome })))['A'];

  test.each<[string, CurrentUpgrade, string]>([
    ['by another', cancelled, 'REPEAT'],
    ['as the device has begun', live, 'WRONG_STATE'],
    ['as another firmware is being installed by now', { ...live, ...ofOtherFirmware }, 'DEVICE_BUSY'],
    ['as a later upgrade to the firmware is requested by now', { ...requested, upgradeId: 'later' }, 'TRY_AGAIN'],
  ])('%s, is told what stands against it', async (_what, by, result) => {
    expect(await outcomeOf({ kind: 'refused', by })).toBe(result);
    expect(logged).toEqual([]);
  });

  test('for lack of time, or as the database refused it, is to be asked for again', async () => {
    expect(await outcomeOf({ kind: 'unknown', mayBeWritten: false })).toBe('TRY_AGAIN');
  });

  test.each([
    [25_000, true],
    [6_000, false],
  ])('with %d ms left is tried: %s', async (remainingMs, isTried) => {
    let tried: boolean | undefined;
    const { upgrades, ...services } = servicesOf({ current: { A: requested } });
    const cancelling: typeof upgrades.cancel = (cancellations, inTime) => {
      tried = inTime();
      return upgrades.cancel(cancellations, inTime);
    };
    const caller = { userName: 'bob', remainingMs: () => remainingMs };
    await cancelUpgrade(
      { sns: ['A'], firmwareId: 21 },
      { ...services, upgrades: { ...upgrades, cancel: cancelling } },
      caller,
    );
    expect(tried).toBe(isTried);
  });
});

describe('A cancellation in doubt is read back', () => {
  async function readBack(
    found: (token: string) => CurrentUpgrade | undefined,
    outcome: WriteOutcome = { kind: 'unknown', mayBeWritten: true },
  ): Promise<string | undefined> {
    let token = '';
    const services = servicesOf({
      current: { A: requested },
      cancelled: ({ cancelToken }) => {
        token = cancelToken;
        return outcome;
      },
    });
    const findMany = () => {
      const record = token === '' ? requested : found(token);
      return Promise.resolve(new Map(record ? [['A', record]] : []));
    };
    return (await cancel(['A'], { ...services, upgrades: { ...services.upgrades, findMany } }))['A'];
  }

  test('and is a success when its token is on record', async () => {
    expect(await readBack((cancelToken) => ({ ...cancelled, cancelToken }))).toBe('SUCCESS');
    expect(logged).toEqual([expect.objectContaining({ code: 'UPGRADE_CANCELLED' })]);
  });

  test.each([undefined, requested, cancelled, live])('and promises nothing by any other record: %j', async (record) => {
    expect(await readBack(() => record)).toBe('TRY_AGAIN');
  });

  test.each<WriteOutcome>([
    { kind: 'unknown', mayBeWritten: true },
    { kind: 'refused', by: undefined },
  ])('and promises nothing when reading back fails: %j', async (outcome) => {
    const failing = () => {
      throw new StoreUnavailable('reading a batch');
    };
    expect(await readBack(failing, outcome)).toBe('TRY_AGAIN');
  });
});
