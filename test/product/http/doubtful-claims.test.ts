/**
 * The smallest cases of what `npm run chaos` has found: claims that were told 1 or 11, and yet started an upgrade; and
 * claims that were written a second time when they had long ended.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newDevice, put, results, storedUpgrade, upgrade } from '../../support/stage.ts';
import { stageBehindProxy, type StageBehindProxy } from '../../support/stage-behind-proxy.ts';

let behind: StageBehindProxy;

beforeAll(async () => {
  behind = await stageBehindProxy();
});
afterAll(async () => {
  await behind.close();
});

const start = async (sn: string, firmwareId = 21) => results(await upgrade([sn], firmwareId, behind.url))[0];

const end = async (sn: string) => {
  await put('upgrades', { ...(await storedUpgrade(sn)), state: 'failed' });
};

/** Does so to the next claim alone. */
function onNextClaim(intervene: StageBehindProxy['proxy']['intervene']): void {
  behind.proxy.intervene = (call, forward) => {
    if (call.operation !== 'PutItem') return forward();
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
  'A claim that comes late, after its repeat met an upgrade to firmware %i, is told 4',
  async (held) => {
    const sn = await newDevice();
    await start(sn, held);
    const late = Promise.withResolvers<() => Promise<unknown>>();
    onNextClaim((_call, forward) => {
      late.resolve(forward);
      return Promise.resolve('hang');
    });
    expect(await start(sn)).toBe(4);
    await end(sn);
    await (
      await late.promise
    )();
    // It is on record after all: that is what 4 said it might be.
    expect(await start(sn)).toBe(1);
  },
);

describe("A claim that comes again after its upgrade, and another's after it, have ended is not written again", () => {
  const endAndStartAnother = async (sn: string) => {
    await end(sn);
    expect(await start(sn, 22)).toBe(0);
    await end(sn);
    return storedUpgrade(sn);
  };

  test('as the repeat of one whose reply was lost: it is told 4, and the next call starts an upgrade', async () => {
    const sn = await newDevice();
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
    const sn = await newDevice();
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
});

test('A record from a clock that is minutes ahead frees its device like any other', async () => {
  const sn = await newDevice();
  await start(sn);
  await put('upgrades', { ...(await storedUpgrade(sn)), state: 'failed', requestedAt: '2999-01-01T00:00:00.000Z' });
  expect(await start(sn)).toBe(0);
});
