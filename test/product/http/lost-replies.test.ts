/**
 * What callers are told when the database does not say what became of a claim, with the smallest cases of what
 * `npm run chaos` has found: claims that were told 1 or 11, and yet started an upgrade; and claims that were written a
 * second time long after they had ended.
 */
import { describe, expect, test } from '@jest/globals';
import type { Intervention } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { afterwards, interveneNext } from '../../support/database-proxy.ts';
import { newDevice, newDevices, nowSeconds, post, put, results, storedUpgrade, upgrade } from '../../support/stage.ts';
import { stageBehindProxyOfSuite } from '../../support/stage-behind-proxy.ts';

const behind = stageBehindProxyOfSuite();

const startAll = (sns: readonly string[], firmwareId = 21) => upgrade(sns, firmwareId, behind.url);
const start = async (sn: string, firmwareId = 21) => results(await startAll([sn], firmwareId))[0];

const end = async (sn: string) => {
  await put('upgrades', { ...(await storedUpgrade(sn)), state: 'failed' });
};

/** Applies a fault to the next claims. */
const onClaims = (times: number, fault: Intervention) => {
  interveneNext(behind.proxy, times, 'BatchExecuteStatement', fault);
};

/** The next claim gets no reply; resolves to what lets it arrive late. */
function nextClaimIsLate(meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
  const late = Promise.withResolvers<() => Promise<unknown>>();
  onClaims(1, async (_call, forward) => {
    await meanwhile();
    late.resolve(forward);
    return 'hang';
  });
  return async () => (await late.promise)();
}

describe('A claim that was written but whose reply was lost', () => {
  test.each<[string, number, Intervention]>([
    ['in silence', 1, afterwards('hang')],
    ['every time it was tried', 3, afterwards('drop')],
  ])('%s is answered 0 for the whole batch, and the next call 1', async (_what, times, fault) => {
    const sns = await newDevices(10);
    onClaims(times, fault);
    expect(results(await startAll(sns))).toEqual(Array(10).fill(0));
    expect(results(await startAll(sns))).toEqual(Array(10).fill(1));
    expect(await storedUpgrade(sns[0] ?? '')).toMatchObject({ state: 'requested', firmwareId: 21 });
  });

  test('is not written again when the device has finished before the repeat', async () => {
    const sn = await newDevice();
    onClaims(1, async (_call, forward) => {
      await forward();
      await end(sn);
      return 'drop';
    });
    expect(await start(sn)).toBe(0);
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'failed' });
  });
});

describe("A claim that meets somebody else's upgrade", () => {
  test.each([
    ['to the same firmware, and whose reply was lost', 1, false, 21, 1],
    ['to another one, and whose reply was lost every time', 3, false, 22, 11],
    ['after its own reply was lost and its upgrade has ended', 1, true, 21, 1],
  ])('%s, is 4: asking again tells whose it is', async (_what, times, wasWritten, firmwareId, code) => {
    const sn = await newDevice();
    onClaims(times, async (_call, forward) => {
      if (wasWritten) {
        await forward();
        await end(sn);
      }
      await upgrade([sn], firmwareId);
      await forward();
      return 'drop';
    });
    expect(await start(sn)).toBe(4);
    expect(await start(sn)).toBe(code);
  });

  test('whose lease was renewed is 4, and may be written when it comes late', async () => {
    const sn = await newDevice();
    const lost = { sn, firmwareId: 21, upgradeId: 'lost', state: 'running', leaseEndsAt: nowSeconds() - 1 };
    await put('upgrades', lost);
    const arrive = nextClaimIsLate(() => put('upgrades', { ...lost, leaseEndsAt: nowSeconds() + 600 }));
    expect(await start(sn)).toBe(4);
    await end(sn);
    await arrive();
    // It is on record after all: that is what 4 said it might be.
    expect(await start(sn)).toBe(1);
    expect(await storedUpgrade(sn)).not.toMatchObject({ upgradeId: 'lost' });
  });
});

const RECORDS: [string, object | undefined][] = [
  ['where nothing was', undefined],
  ['over an earlier record', { upgradeId: 'first', state: 'failed' }],
];

describe.each(RECORDS)('A claim %s', (_where, record) => {
  const newDeviceWith = async () => {
    const sn = await newDevice();
    if (record) await put('upgrades', { sn, ...record });
    return sn;
  };
  const endAndStartAnother = async (sn: string) => {
    await end(sn);
    expect(await start(sn, 22)).toBe(0);
    await end(sn);
    return storedUpgrade(sn);
  };

  test('that is refused for an upgrade that came in between is told whose it is', async () => {
    const sns = [await newDeviceWith(), await newDeviceWith()];
    onClaims(1, async (_call, forward) => {
      await upgrade(sns.slice(0, 1), 21);
      await upgrade(sns.slice(1), 22);
      return forward();
    });
    expect(results(await startAll(sns))).toEqual([1, 11]);
  });

  test('that meets an upgrade of its own key, come in between and over, is told 1 and is not made again', async () => {
    const sn = await newDeviceWith();
    const startUnderKey = async (url?: string) =>
      results(await post(JSON.stringify({ sn: [sn], 'firmware-id': 21 }), { 'Idempotency-Key': 'k-1' }, url));
    let first: Awaited<ReturnType<typeof storedUpgrade>>;
    onClaims(1, async (_call, forward) => {
      expect(await startUnderKey()).toEqual([0]);
      await end(sn);
      first = await storedUpgrade(sn);
      return forward();
    });
    expect(await startUnderKey(behind.url)).toEqual([1]);
    expect(await storedUpgrade(sn)).toEqual(first);
  });

  test("whose reply was lost is not repeated after its upgrade and another's have ended: it is 4, and the next call starts", async () => {
    const sn = await newDeviceWith();
    let others: Awaited<ReturnType<typeof storedUpgrade>>;
    onClaims(1, async (_call, forward) => {
      await forward();
      others = await endAndStartAnother(sn);
      return 'drop';
    });
    expect(await start(sn)).toBe(4);
    expect(await storedUpgrade(sn)).toEqual(others);
    expect(await start(sn)).toBe(0);
  });

  test("that comes late is not written after its repeat's upgrade and another's have ended", async () => {
    const sn = await newDeviceWith();
    const arrive = nextClaimIsLate();
    expect(await start(sn)).toBe(0);
    const others = await endAndStartAnother(sn);
    await arrive();
    expect(await storedUpgrade(sn)).toEqual(others);
  });
});
