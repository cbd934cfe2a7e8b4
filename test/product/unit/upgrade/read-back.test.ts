import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import type { CurrentUpgrade } from '../../../../functions/domain/upgrade.ts';
import type { WriteOutcome } from '../../../../functions/domain/write-outcome.ts';
import {
  device,
  ended,
  expired,
  live,
  ofOtherFirmware,
  servicesOf,
  IN_DOUBT,
  NOT_SHOWN,
  NOT_TRIED,
  WRITTEN,
} from '../../../support/fakes.ts';
import { logged, reading, start } from '../../../support/upgrade-call.ts';

const underKey = { ...ended, requestKey: 'k-1' };

describe('A doubtful claim is read back', () => {
  let claims = 0;

  /** Starts SN1, whose claim ends so, and for which this is found then; resolves to its result. */
  async function readBack(outcome: WriteOutcome, found: (token: string) => CurrentUpgrade | undefined) {
    let token: string | undefined;
    claims = 0;
    const services = servicesOf({
      outcome: ({ upgrade }) => {
        token = upgrade.claimToken;
        claims += 1;
        return outcome;
      },
    });
    const findMany = (sns: readonly string[], signal?: AbortSignal) => {
      const record = token === undefined ? undefined : found(token);
      expect([sns, signal?.aborted]).toEqual([['SN1'], token === undefined ? undefined : false]);
      return Promise.resolve(new Map(record ? [['SN1', record]] : []));
    };
    return (await start(['SN1'], reading(services, findMany), () => 25_000, 'k-1'))['SN1'];
  }

  test.each([IN_DOUBT, NOT_SHOWN])(
    'and is a success when its token is on record, ended or not: %j',
    async (outcome) => {
      expect(await readBack(outcome, (claimToken) => ({ ...live, claimToken }))).toBe('SUCCESS');
      expect(await readBack(outcome, (claimToken) => ({ ...ended, claimToken }))).toBe('SUCCESS');
    },
  );

  test.each<[string, WriteOutcome, string, CurrentUpgrade | undefined]>([
    ['nothing', IN_DOUBT, 'TRY_AGAIN', undefined],
    ["another's live upgrade", IN_DOUBT, 'TRY_AGAIN', live],
    ["another's upgrade that has ended", IN_DOUBT, 'TRY_AGAIN', ended],
    ['nothing', NOT_SHOWN, 'TRY_AGAIN', undefined],
    ["another's live upgrade", NOT_SHOWN, 'REPEAT', live],
    ["another's live upgrade to another firmware", NOT_SHOWN, 'DEVICE_BUSY', ofOtherFirmware],
    ["another's upgrade that has ended", NOT_SHOWN, 'TRY_AGAIN', ended],
    ["another's upgrade that has lost its lease", NOT_SHOWN, 'TRY_AGAIN', expired],
    ['one that was started under its key, and has ended', IN_DOUBT, 'REPEAT', underKey],
    ['one that was started under its key, and has ended', NOT_SHOWN, 'REPEAT', underKey],
    ['one under its key to another firmware', IN_DOUBT, 'TRY_AGAIN', { ...underKey, firmwareId: 22 }],
    ['one under its key to another firmware', NOT_SHOWN, 'CONSTRAINT_VIOLATION', { ...underKey, firmwareId: 22 }],
  ])('and with %s on record after %j it is %s', async (_what, outcome, result, record) => {
    expect(await readBack(outcome, () => record)).toBe(result);
    // One in doubt is never made again: it may have been the second upgrade of its device.
    if (outcome === IN_DOUBT) expect(claims).toBe(1);
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
    const world = reading(services, (sns) => {
      asked.push(sns);
      return Promise.resolve(new Map([...tokens].slice(2).map(([sn, claimToken]) => [sn, { ...live, claimToken }])));
    });
    const results = { A: 'SUCCESS', B: 'TRY_AGAIN', C: 'SUCCESS', D: 'TRY_AGAIN' };
    expect(await start(Object.keys(results), world)).toEqual(results);
    expect(asked).toEqual([Object.keys(results), ['B', 'C']]);
    expect((logged as { sn: string }[]).map(({ sn }) => sn)).toEqual(['A', 'C']);
  });

  test('that fails is logged, and leaves only the doubtful claims open', async () => {
    let reads = 0;
    const services = servicesOf({ devices, outcome: ({ upgrade: { sn } }) => (sn === 'A' ? WRITTEN : IN_DOUBT) });
    const world = reading(services, () => {
      reads += 1;
      return reads === 1 ? Promise.resolve(new Map()) : Promise.reject(new StoreUnavailable('reading a batch'));
    });
    expect(await start(['A', 'B'], world)).toEqual({ A: 'SUCCESS', B: 'TRY_AGAIN' });
    expect(logged).toContainEqual(expect.objectContaining({ code: 'READ_BACK_FAILED', devices: 1 }));
  });

  test('is made a hundred at a time, and one that fails leaves only its own in doubt', async () => {
    const sns = Array.from({ length: 150 }, (_, index) => `SN${String(index)}`);
    const tokens = new Map<string, string>();
    const services = servicesOf({
      devices: sns.map((sn) => device(sn)),
      outcome: ({ upgrade: { sn, claimToken } }) => {
        tokens.set(sn, claimToken);
        return IN_DOUBT;
      },
    });
    const world = reading(services, (some) => {
      if (some.length === 100) return Promise.reject(new StoreUnavailable('reading a batch'));
      return Promise.resolve(
        new Map(some.flatMap((sn) => (tokens.has(sn) ? [[sn, { ...live, claimToken: tokens.get(sn) }]] : []))),
      );
    });
    const results = Object.values(await start(sns, world));
    expect([results.slice(0, 100), results.slice(100)].map((some) => [...new Set(some)])).toEqual([
      ['TRY_AGAIN'],
      ['SUCCESS'],
    ]);
  });
});
