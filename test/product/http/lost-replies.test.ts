import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Intervention } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { interveneNext } from '../../support/database-proxy.ts';
import { newDevice, newDevices, put, results, storedUpgrade, upgrade } from '../../support/stage.ts';
import { stageBehindProxy, type StageBehindProxy } from '../../support/stage-behind-proxy.ts';

let behind: StageBehindProxy;

beforeAll(async () => {
  behind = await stageBehindProxy();
});
afterEach(() => {
  behind.proxy.intervene = (_call, forward) => forward();
});
afterAll(async () => {
  await behind.close();
});

const CLAIM = 'BatchExecuteStatement';

const start = (sns: readonly string[], firmwareId = 21) => upgrade(sns, firmwareId, behind.url);

const first = (times: number, operation: string, fault: Intervention) => {
  interveneNext(behind.proxy, times, operation, fault);
};

const commitThen =
  (outcome: Awaited<ReturnType<Intervention>>): Intervention =>
  async (_call, forward) => {
    await forward();
    return outcome;
  };

describe('A claim that was written but whose reply was lost', () => {
  test.each<[string, Intervention]>([
    ['as the connection broke', commitThen('drop')],
    ['behind a 500', commitThen(databaseError('InternalServerError', 500))],
    ['in silence', commitThen('hang')],
  ])('%s is answered 0, and the next call 1', async (_what, fault) => {
    const sn = await newDevice();
    first(1, CLAIM, fault);
    expect(results(await start([sn]))).toEqual([0]);
    expect(results(await start([sn]))).toEqual([1]);
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'requested', firmwareId: 21 });
  });

  test('every time it was tried is read back and answered 0', async () => {
    const sn = await newDevice();
    first(3, CLAIM, commitThen('drop'));
    expect(results(await start([sn]))).toEqual([0]);
    expect(results(await start([sn]))).toEqual([1]);
  });

  test('is not written again when the device has finished before the repeat', async () => {
    const sn = await newDevice();
    first(1, CLAIM, async (_call, forward) => {
      await forward();
      await put('upgrades', { ...(await storedUpgrade(sn)), state: 'failed' });
      return 'drop';
    });
    expect(results(await start([sn]))).toEqual([0]);
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'failed' });
  });

  test('does not hide what became of the rest of its batch', async () => {
    const sns = await newDevices(10);
    first(3, CLAIM, commitThen('drop'));
    expect(results(await start(sns))).toEqual(Array(10).fill(0));
    expect(results(await start(sns))).toEqual(Array(10).fill(1));
  });
});

describe('A claim that was never written', () => {
  test.each<[string, Intervention]>([
    ['throttled', () => Promise.resolve(databaseError('ThrottlingException'))],
    ['broken', () => Promise.resolve('drop')],
    ['refused', () => Promise.resolve(databaseError('AccessDeniedException'))],
  ])('however often it was tried (%s) is 4, nothing is on record, and asking again starts it', async (_what, fault) => {
    const sn = await newDevice();
    first(3, CLAIM, fault);
    behind.proxy.calls.length = 0;
    const reply = await start([sn]);
    expect([reply.status, results(reply)]).toEqual([200, [4]]);
    expect(await storedUpgrade(sn)).toBeUndefined();
    behind.proxy.intervene = (_call, forward) => forward();
    expect(results(await start([sn]))).toEqual([0]);
  });

  test.each([1, 3])(
    "because of somebody else's upgrade that came in between, with the reply lost %i times, is 4: asking again tells whose it is",
    async (times) => {
      for (const [firmwareId, code] of [
        [21, 1],
        [22, 11],
      ] as const) {
        const sn = await newDevice();
        first(times, CLAIM, async (_call, forward) => {
          await upgrade([sn]);
          await forward();
          return 'drop';
        });
        expect(results(await start([sn], firmwareId))).toEqual([4]);
        expect(results(await start([sn], firmwareId))).toEqual([code]);
      }
    },
  );
});

test('Nothing that was logged on the way holds a session id or a body', () => {
  expect(behind.logs.length).toBeGreaterThan(10);
  for (const line of behind.logs) {
    // Metrics bypass the console, which would add a request id.
    const about = line.includes('"_aws"') ? 'operation' : 'requestId';
    expect(JSON.parse(line)).toMatchObject({ [about]: expect.any(String) });
    expect(line).not.toMatch(/demo-admin-session|firmware-id|cloud-sid/);
  }
});
