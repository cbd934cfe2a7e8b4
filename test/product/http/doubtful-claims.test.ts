/**
 * The smallest cases of what `npm run chaos` has found: claims that were told 1 or 11, and yet started an upgrade; and
 * claims that were written a second time long after they had ended.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newDevice, newDevices, nowSeconds, put, results, storedUpgrade, upgrade } from '../../support/stage.ts';
import { stageBehindProxy, type StageBehindProxy } from '../../support/stage-behind-proxy.ts';

let behind: StageBehindProxy;

beforeAll(async () => {
  behind = await stageBehindProxy();
});
afterAll(async () => {
  await behind.close();
});

const startAll = (sns: readonly string[], firmwareId = 21) => upgrade(sns, firmwareId, behind.url);
const start = async (sn: string, firmwareId = 21) => results(await startAll([sn], firmwareId))[0];

const end = async (sn: string) => {
  await put('upgrades', { ...(await storedUpgrade(sn)), state: 'failed' });
};

/** Applies this to the next claim only. */
function onNextClaim(intervene: StageBehindProxy['proxy']['intervene']): void {
  behind.proxy.intervene = (call, forward) => {
    if (call.operation !== 'BatchExecuteStatement') return forward();
    behind.proxy.intervene = (_call, pass) => pass();
    return intervene(call, forward);
  };
}

test.each([21, 22])(
  "A claim whose reply was lost, whose upgrade ended, and which then meets another's for firmware %i, is told 4",
  async (otherFirmware) => {
    const sn = await newDevice();
    onNextClaim(async (_call, forward) => {
      await forward();
      await end(sn);
      expect(await start(sn, otherFirmware)).toBe(0);
      return 'drop';
    });
    expect(await start(sn)).toBe(4);
    expect(await start(sn)).toBe(otherFirmware === 21 ? 1 : 11);
  },
);

test.each([21, 22])(
  'A claim that comes late, after its repeat met an upgrade to firmware %i whose lease was renewed, is told 4',
  async (firmwareId) => {
    const sn = await newDevice();
    const lost = { sn, firmwareId, upgradeId: 'lost', state: 'running', leaseEndsAt: nowSeconds() - 1 };
    await put('upgrades', lost);
    const late = Promise.withResolvers<() => Promise<unknown>>();
    onNextClaim(async (_call, forward) => {
      await put('upgrades', { ...lost, leaseEndsAt: nowSeconds() + 600 });
      late.resolve(forward);
      return 'hang';
    });
    expect(await start(sn)).toBe(4);
    await end(sn);
    await (
      await late.promise
    )();
    // It is on record after all: that is what 4 said it might be.
    expect(await start(sn)).toBe(1);
    expect(await storedUpgrade(sn)).not.toMatchObject({ upgradeId: 'lost' });
  },
);

describe.each([
  ['where nothing was', undefined],
  ['over an earlier record', { upgradeId: 'first', state: 'failed' }],
])(
  "A claim %s that comes again after its upgrade, and another's after it, have ended is not written again",
  (_where, first) => {
    const newDeviceWith = async () => {
      const sn = await newDevice();
      if (first) await put('upgrades', { sn, ...first });
      return sn;
    };
    const endAndStartAnother = async (sn: string) => {
      await end(sn);
      expect(await start(sn, 22)).toBe(0);
      await end(sn);
      return storedUpgrade(sn);
    };

    test('as the repeat of one whose reply was lost: it is told 4, and the next call starts an upgrade', async () => {
      const sn = await newDeviceWith();
      let others: Awaited<ReturnType<typeof storedUpgrade>>;
      onNextClaim(async (_call, forward) => {
        await forward();
        others = await endAndStartAnother(sn);
        return 'drop';
      });
      expect(await start(sn)).toBe(4);
      expect(await storedUpgrade(sn)).toEqual(others);
      expect(await start(sn)).toBe(0);
    });

    test('nor by the network, when its repeat was written in its place', async () => {
      const sn = await newDeviceWith();
      const late = Promise.withResolvers<() => Promise<unknown>>();
      onNextClaim((_call, forward) => {
        late.resolve(forward);
        return Promise.resolve('hang');
      });
      expect(await start(sn)).toBe(0);
      const others = await endAndStartAnother(sn);
      await (
        await late.promise
      )();
      expect(await storedUpgrade(sn)).toEqual(others);
    });
  },
);

describe("A claim that is refused for somebody else's upgrade that came in between", () => {
  test.each([
    ['where nothing was', undefined],
    ['over an earlier record', { upgradeId: 'first', state: 'failed' }],
  ])('%s is told whose it is', async (_where, record) => {
    const sns = await newDevices(2);
    if (record) for (const sn of sns) await put('upgrades', { sn, ...record });
    onNextClaim(async (_call, forward) => {
      await upgrade(sns.slice(0, 1), 21);
      await upgrade(sns.slice(1), 22);
      return forward();
    });
    expect(results(await startAll(sns))).toEqual([1, 11]);
  });

  test('is read back when the reply does not show it', async () => {
    const sn = await newDevice();
    await put('upgrades', { sn, upgradeId: 'first', state: 'failed' });
    onNextClaim(async () => {
      await upgrade([sn]);
      return { status: 200, body: { Responses: [{ Error: { Code: 'ConditionalCheckFailed' } }] } };
    });
    expect(results(await startAll([sn]))).toEqual([1]);
  });
});
