import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import type { CurrentUpgrade } from '../../../../functions/domain/upgrade.ts';
import type { WriteOutcome } from '../../../../functions/domain/write-outcome.ts';
import type { UpgradeServices } from '../../../../functions/upgrade/services.ts';
import { startUpgrade } from '../../../../functions/upgrade/start/start-upgrade.ts';
import { captureOutput } from '../../../support/console.ts';
import { device, live, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';

const WRITTEN: WriteOutcome = { kind: 'written' };
const NOT_SHOWN: WriteOutcome = { kind: 'refused', by: undefined };
const IN_DOUBT: WriteOutcome = { kind: 'unknown', mayBeWritten: true };
const NOT_TRIED: WriteOutcome = { kind: 'unknown', mayBeWritten: false };
const ended: CurrentUpgrade = { ...live, state: 'failed' };
const expired: CurrentUpgrade = { ...live, leaseEndsAt: NOW_SECONDS };

const { logged } = captureOutput();

async function start(sns: readonly string[], services: UpgradeServices) {
  const outcome = await startUpgrade({ sns, firmwareId: 21 }, services, { userName: 'ann', remainingMs: () => 25_000 });
  return Object.fromEntries(outcome.results);
}

describe('A doubtful claim is read back', () => {
  /** Starts SN1, whose claim ends so, and for which this is found then; resolves to its result. */
  async function readBack(outcome: WriteOutcome, found: (token: string) => CurrentUpgrade | undefined) {
    let token: string | undefined;
    const services = servicesOf({
      outcome: ({ upgrade }) => {
        token = upgrade.claimToken;
        return outcome;
      },
    });
    const findMany = (sns: readonly string[], signal?: AbortSignal) => {
      const record = token === undefined ? undefined : found(token);
      expect([sns, signal?.aborted]).toEqual([['SN1'], token === undefined ? undefined : false]);
      return Promise.resolve(new Map(record ? [['SN1', record]] : []));
    };
    return (await start(['SN1'], { ...services, upgrades: { ...services.upgrades, findMany } }))['SN1'];
  }

  test.each([IN_DOUBT, NOT_SHOWN])(
    'and is a success when our token is on record, ended or not: %j',
    async (outcome) => {
      expect(await readBack(outcome, (claimToken) => ({ ...live, claimToken }))).toBe('SUCCESS');
      expect(await readBack(outcome, (claimToken) => ({ ...ended, claimToken }))).toBe('SUCCESS');
    },
  );

  test.each<[string, CurrentUpgrade | undefined]>([
    ['nothing', undefined],
    ["another's live upgrade to the same firmware", live],
    ["another's live upgrade to another firmware", { ...live, firmwareId: 22 }],
    ["another's upgrade that has ended", ended],
    ["another's upgrade that has lost its lease", expired],
  ])('and promises nothing when it may be written, and %s is on record', async (_what, record) => {
    expect(await readBack(IN_DOUBT, () => record)).toBe('TRY_AGAIN');
  });

  test('and is a repeat, or finds the device busy, when it was refused for certain', async () => {
    expect(await readBack(NOT_SHOWN, () => live)).toBe('REPEAT');
    expect(await readBack(NOT_SHOWN, () => ({ ...live, firmwareId: 22 }))).toBe('DEVICE_BUSY');
  });

  test.each([undefined, ended, expired])('and may be made when the device is free by then: %j', async (record) => {
    expect(await readBack(NOT_SHOWN, () => record)).toBe('TRY_AGAIN');
  });
});

describe('Reading back', () => {
  const devices = ['A', 'B', 'C', 'D'].map((sn) => device(sn));

  test('asks for doubtful claims alone, and one that is not found does not hide another', async () => {
    const tokens = new Map<string, string>();
    const asked: unknown[] = [];
    const services = servicesOf({
      devices,
      outcome: ({ upgrade: { sn, claimToken } }) => {
        tokens.set(sn, claimToken);
        return { A: WRITTEN, D: NOT_TRIED }[sn] ?? IN_DOUBT;
      },
    });
    const findMany = (sns: readonly string[]) => {
      asked.push(sns);
      return Promise.resolve(new Map([...tokens].slice(2).map(([sn, claimToken]) => [sn, { ...live, claimToken }])));
    };
    const world = { ...services, upgrades: { ...services.upgrades, findMany } };
    const told = { A: 'SUCCESS', B: 'TRY_AGAIN', C: 'SUCCESS', D: 'TRY_AGAIN' };
    expect(await start(['A', 'B', 'C', 'D'], world)).toEqual(told);
    expect(asked).toEqual([
      ['A', 'B', 'C', 'D'],
      ['B', 'C'],
    ]);
    expect((logged as { sn: string }[]).map(({ sn }) => sn)).toEqual(['A', 'C']);
  });

  test('that fails is logged, and leaves the doubtful alone untold', async () => {
    let reads = 0;
    const services = servicesOf({ devices, outcome: ({ upgrade: { sn } }) => (sn === 'A' ? WRITTEN : IN_DOUBT) });
    const findMany = () => {
      reads += 1;
      return reads === 1 ? Promise.resolve(new Map()) : Promise.reject(new StoreUnavailable('reading a batch'));
    };
    const world = { ...services, upgrades: { ...services.upgrades, findMany } };
    expect(await start(['A', 'B'], world)).toEqual({ A: 'SUCCESS', B: 'TRY_AGAIN' });
    expect(logged).toContainEqual(expect.objectContaining({ code: 'READ_BACK_FAILED', devices: 1 }));
  });
});
