import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import { startUpgrade } from '../../../../functions/upgrade/start/start-upgrade.ts';
import { captureOutput } from '../../../support/console.ts';
import { device, servicesOf } from '../../../support/fakes.ts';

captureOutput();
let timeout: jest.Spied<typeof AbortSignal.timeout>;
beforeEach(() => {
  timeout = jest.spyOn(AbortSignal, 'timeout');
});

/** What upgrades on record are read with when there is so much time left; the answer is that nothing is on record. */
async function signalOfReading(world: Parameters<typeof servicesOf>[0], remainingMs: () => number) {
  const signals: AbortSignal[] = [];
  const held = (_sns: readonly string[], signal: AbortSignal) => {
    signals.push(signal);
    return Promise.resolve(new Map());
  };
  await startUpgrade({ sns: ['SN1'], firmwareId: 21 }, servicesOf({ ...world, held }), {
    userName: 'ann',
    remainingMs,
  });
  expect(signals).toHaveLength(1);
  return signals[0];
}

describe.each([
  ['Unanswered claims are read back', [device('SN1')]],
  ['Upgrades of offline devices are read', [device('SN1', { online: false })]],
])('%s', (_what, devices) => {
  /** Lets the claim, if there is one, pass in time, and be left without an answer when so much is left. */
  const reading = (leftMs: number) => {
    let remaining = devices[0]?.online ? 25_000 : leftMs;
    const claim = () => {
      remaining = leftMs;
      return Promise.reject(new StoreUnavailable('claiming a device'));
    };
    return signalOfReading({ devices, claim }, () => remaining);
  };

  test('until half a second before the end', async () => {
    expect((await reading(3_000))?.aborted).toBe(false);
    expect(timeout.mock.calls).toEqual([[2_500]]);
  });

  test.each([500, 400])('with a signal that has aborted when %i ms are left', async (leftMs) => {
    expect((await reading(leftMs))?.aborted).toBe(true);
    expect(timeout).not.toHaveBeenCalled();
  });
});
