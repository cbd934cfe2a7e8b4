import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import type { HeldUpgrade, Upgrade } from '../../../../functions/domain/upgrade.ts';
import { startUpgrade } from '../../../../functions/upgrade/start/start-upgrade.ts';
import { captureOutput } from '../../../support/console.ts';
import { CLAIMED, device, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';

const live: HeldUpgrade = {
  upgradeId: 'earlier',
  firmwareId: 21,
  claimToken: 'of-another',
  state: 'running',
  leaseEndsAt: NOW_SECONDS + 60,
};
const noAnswer = () => Promise.reject(new StoreUnavailable('claiming a device'));

async function verdicts(world: Parameters<typeof servicesOf>[0], sns = ['SN1']) {
  const caller = { userName: 'ann', remainingMs: () => 25_000 };
  const outcome = await startUpgrade({ sns, firmwareId: 21 }, servicesOf(world), caller);
  return Object.fromEntries(outcome.verdicts);
}

const { logged } = captureOutput();

describe('A claim without an answer is read back', () => {
  const readBack = (found: (upgrade: Upgrade) => HeldUpgrade | undefined) => {
    let written: Upgrade | undefined;
    return verdicts({
      claim: (upgrade) => {
        written = upgrade;
        return noAnswer();
      },
      held: () => {
        const record = written && found(written);
        return Promise.resolve(new Map(record ? [['SN1', record]] : []));
      },
    });
  };

  test('and is a success when our token is on record', async () => {
    expect(await readBack(({ claimToken }) => ({ ...live, claimToken }))).toEqual({ SN1: 'SUCCESS' });
  });

  test('and is a success when our token is on record and the device has finished already', async () => {
    expect(await readBack(({ claimToken }) => ({ ...live, claimToken, state: 'failed' }))).toEqual({ SN1: 'SUCCESS' });
  });

  test.each<[string, HeldUpgrade | undefined]>([
    ['nothing is on record', undefined],
    ["another's live upgrade to the same firmware is on record", live],
    ["another's live upgrade to another firmware is on record", { ...live, firmwareId: 22 }],
    ["another's upgrade on record has ended", { ...live, state: 'succeeded' }],
    ["another's upgrade on record has lost its lease", { ...live, leaseEndsAt: NOW_SECONDS }],
  ])('and promises nothing when %s, as the write may be on its way', async (_what, record) => {
    expect(await readBack(() => record)).toEqual({ SN1: 'TRY_AGAIN' });
  });

  test('and promises nothing when reading fails too', async () => {
    expect(await verdicts({ claim: noAnswer, held: noAnswer })).toEqual({ SN1: 'TRY_AGAIN' });
    expect(logged).toContainEqual(expect.objectContaining({ code: 'READ_BACK_FAILED', devices: 1 }));
  });

  test('even when it failed by a fault of ours, since other claims may have been made', async () => {
    const claim = () => Promise.reject(new TypeError('a fault of ours'));
    expect(await verdicts({ claim })).toEqual({ SN1: 'TRY_AGAIN' });
  });
});

test('Only claims without an answer are read back, and one of which nothing is on record does not hide another', async () => {
  const asked: unknown[] = [];
  const tokens = new Map<string, string>();
  const world = {
    devices: ['A', 'B', 'C'].map((sn) => device(sn)),
    claim: ({ sn, claimToken }: Upgrade) => {
      tokens.set(sn, claimToken);
      return sn === 'A' ? Promise.resolve(CLAIMED) : noAnswer();
    },
    held: (sns: readonly string[]) => {
      asked.push(sns);
      return Promise.resolve(new Map([['C', { ...live, claimToken: tokens.get('C') }]]));
    },
  };
  expect(await verdicts(world, ['A', 'B', 'C'])).toEqual({ A: 'SUCCESS', B: 'TRY_AGAIN', C: 'SUCCESS' });
  expect(asked).toEqual([['B', 'C']]);
});

describe('A claim that is refused without a word about what holds the device is read back', () => {
  const readBack = (record: HeldUpgrade | undefined) =>
    verdicts({
      claim: () => Promise.resolve({ claimed: false, heldBy: undefined, mayBeWritten: false }),
      held: () => Promise.resolve(new Map(record ? [['SN1', record]] : [])),
    });

  test('and is a repeat, or finds the device busy', async () => {
    expect(await readBack(live)).toEqual({ SN1: 'REPEAT' });
    expect(await readBack({ ...live, firmwareId: 22 })).toEqual({ SN1: 'DEVICE_BUSY' });
  });

  test.each([undefined, { ...live, state: 'failed' }])(
    'and may be made when it is free by then: %j',
    async (record) => {
      expect(await readBack(record)).toEqual({ SN1: 'TRY_AGAIN' });
    },
  );
});
