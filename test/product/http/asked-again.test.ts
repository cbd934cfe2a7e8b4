/** A request that is sent again under its key starts nothing twice, whatever became of it meanwhile. */
import { describe, expect, test } from '@jest/globals';
import { pathOf } from '../../../functions/domain/operations.ts';
import type { Intervention } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { interveneNext } from '../../support/database-proxy.ts';
import { ask, newDevice, newDevices, post, put, results, stage, storedUpgrade } from '../../support/stage.ts';
import { stageBehindProxyOfSuite } from '../../support/stage-behind-proxy.ts';

const behind = stageBehindProxyOfSuite();

/** The codes of a start under a key. */
async function start(key: string, sns: readonly string[], firmwareId = 21, url = stage.url, path?: string) {
  const body = JSON.stringify({ sn: sns, 'firmware-id': firmwareId });
  return results(await post(body, { 'Idempotency-Key': key }, url, path));
}

/** How the upgrade on record ends. */
const become = (changes: object) => async (sn: string) => {
  await put('upgrades', { ...(await storedUpgrade(sn)), ...changes });
};
const fail = become({ state: 'failed', reason: 'no space left' });

const ENDS: [string, (sn: string) => Promise<unknown>][] = [
  ['succeeded', become({ state: 'succeeded', progress: 100 })],
  ['failed', fail],
  ['timed-out', become({ leaseEndsAt: 1 })],
  ['cancelled', (sn) => ask('cancel-upgrade', [sn], 21)],
];

describe('An upgrade whose answer was lost, and that is over', () => {
  test.each(ENDS)(
    '(%s), is told 1 under the same key: one upgrade, and a second one under another key',
    async (...[state, end]) => {
      const sn = await newDevice();
      expect(await start('k-1', [sn])).toEqual([0]);
      await end(sn);
      const before = await storedUpgrade(sn);
      expect(await start('"k-1"', [sn])).toEqual([1]);
      expect(await start('k-1', [sn], 21, stage.url, pathOf('dry-run-upgrade'))).toEqual([1]);
      expect(await storedUpgrade(sn)).toEqual(before);
      expect((await ask('upgrade-status', [sn])).body.details).toMatchObject([{ state, key: 'k-1' }]);
      expect(await start('k-2', [sn])).toEqual([0]);
      expect(await storedUpgrade(sn)).toMatchObject({ state: 'requested', requestKey: 'k-2' });
    },
  );

  test('is started anew once a later upgrade of somebody else has taken its place and is over too', async () => {
    const sn = await newDevice();
    for (const key of ['k-1', 'k-2', 'k-1']) {
      expect(await start(key, [sn])).toEqual([0]);
      await fail(sn);
    }
  });

  test('refuses the whole batch (41) when its key comes with another firmware, live or not', async () => {
    const [sn = '', other = ''] = await newDevices(2);
    expect(await start('k-1', [sn])).toEqual([0]);
    expect(await start('k-1', [other, sn], 22)).toEqual([41, 41]);
    await fail(sn);
    expect(await start('k-1', [other, sn], 22)).toEqual([41, 41]);
    expect(await storedUpgrade(other)).toBeUndefined();
  });
});

describe('A claim that meets an upgrade of its own key, come in between and over', () => {
  /** The codes of a start of two devices, when the first one was started so and failed before the claims arrived. */
  async function met(firmwareId: number, times: number, fault: Intervention, isUsed = false) {
    const [sn = '', other = ''] = await newDevices(2);
    if (isUsed) {
      expect(await start('k-0', [sn])).toEqual([0]);
      await fail(sn);
    }
    let came: unknown;
    interveneNext(behind.proxy, times, 'BatchExecuteStatement', async (call, forward) => {
      if (came === undefined) {
        expect(await start('k-1', [sn], firmwareId)).toEqual([0]);
        await fail(sn);
        came = await storedUpgrade(sn);
      }
      return fault(call, forward);
    });
    const codes = await start('k-1', [sn, other], 21, behind.url);
    expect(await storedUpgrade(sn)).toEqual(came);
    return codes;
  }

  const passes: Intervention = (_call, forward) => forward();
  const isLost: Intervention = async (_call, forward) => {
    await forward();
    return 'drop';
  };

  test.each([false, true])('is told 1, and is not made again; the device had an upgrade before: %j', async (isUsed) => {
    expect(await met(21, 1, passes, isUsed)).toEqual([1, 0]);
  });

  test('and whose replies are all lost, is told 1', async () => {
    expect(await met(21, 3, isLost)).toEqual([1, 0]);
  });

  test('to another firmware is told 41, for this device alone', async () => {
    expect(await met(22, 1, passes)).toEqual([41, 0]);
  });
});
