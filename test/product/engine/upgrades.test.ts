import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../functions/domain/ports.ts';
import type { Upgrade } from '../../../functions/domain/upgrade.ts';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import type { Intervention } from '../../../tools/prove/chaos/proxy/fault-proxy.ts';
import { databaseError } from '../../../tools/prove/chaos/proxy/outcome.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { newSns, stage, storedUpgrade } from '../../support/stage.ts';
import { barelyHeld, held, oddlyHeld, TOLD_OF_BARE, TOLD_OF_ODD } from '../../support/stored-upgrades.ts';
import { CLAIMED_AT_SECONDS, EARLIER, upgradeOf } from '../../support/upgrades.ts';

const database = databaseOfSuite();
const store = () => upgradesIn(stage.tables.upgrades, database.client);
const claim = (upgrade: Upgrade, inTime = () => true) => store().claim(upgrade, inTime);

const dropped: Intervention = async (_call, forward) => {
  await forward();
  return 'drop';
};

describe('A claim that is written', () => {
  test('puts all on record that the device and its gateway need, for 90 days', async () => {
    const [sn = ''] = newSns(1);
    expect(await claim(upgradeOf(sn))).toEqual({ claimed: true, over: undefined });
    expect(await storedUpgrade(sn)).toEqual({
      sn,
      upgradeId: 'ours',
      firmwareId: 21,
      version: '2.4.0',
      location: 's3://firmwares/21.bin',
      sizeBytes: 1000,
      sha256: 'a'.repeat(64),
      claimToken: 'token-of-ours',
      requestedBy: 'ann',
      requestedAt: '2100-01-01T00:00:00.000Z',
      state: 'requested',
      leaseEndsAt: CLAIMED_AT_SECONDS + 3600,
      expiresAt: CLAIMED_AT_SECONDS + 7_776_000,
    });
  });

  test('is one call', async () => {
    await claim(upgradeOf(newSns(1).join()));
    expect(database.proxy.calls.map(({ operation }) => operation)).toEqual(['PutItem']);
  });

  test('leaves nothing of the record that it is written over, and tells what that was', async () => {
    const lost = { ...EARLIER, leaseEndsAt: CLAIMED_AT_SECONDS };
    const sn = await held({ ...lost, progress: 40, reason: 'disk full' });
    expect(await claim(upgradeOf(sn))).toEqual({ claimed: true, over: lost });
    const record = await storedUpgrade(sn);
    expect(record).not.toHaveProperty('progress');
    expect(record).not.toHaveProperty('reason');
  });

  test('tells nothing of what an odd record has of other types', async () => {
    const sn = await oddlyHeld();
    expect(await claim(upgradeOf(sn))).toEqual({ claimed: true, over: TOLD_OF_ODD });
  });
});

describe('A claim that meets a live upgrade', () => {
  test('is told that something holds the device, although the record does not say what', async () => {
    const sn = await barelyHeld();
    expect(await claim(upgradeOf(sn))).toEqual({ claimed: false, heldBy: TOLD_OF_BARE, mayBeWritten: false });
  });

  test('is told what holds the device, and for certain', async () => {
    const sn = await held();
    expect(await claim(upgradeOf(sn))).toEqual({ claimed: false, heldBy: EARLIER, mayBeWritten: false });
  });

  test('is told its own upgrade when the reply to an attempt before was lost', async () => {
    const [sn = ''] = newSns(1);
    const upgrade = upgradeOf(sn);
    database.next(1, 'PutItem', dropped);
    expect(await claim(upgrade)).toEqual({
      claimed: false,
      heldBy: {
        upgradeId: 'ours',
        firmwareId: 21,
        claimToken: 'token-of-ours',
        state: 'requested',
        leaseEndsAt: CLAIMED_AT_SECONDS + 3600,
      },
      mayBeWritten: true,
    });
  });

  test.each<[string, Intervention]>([
    ['was lost', dropped],
    ['was a refusal to take it now', () => Promise.resolve(databaseError('ThrottlingException'))],
  ])('may be written all the same when the reply to an attempt before %s', async (_what, fault) => {
    const sn = await held();
    database.next(1, 'PutItem', fault);
    expect(await claim(upgradeOf(sn))).toEqual({ claimed: false, heldBy: EARLIER, mayBeWritten: true });
  });

  test('is told nothing of it when the engine shows nothing', async () => {
    database.next(1, 'PutItem', () => Promise.resolve(databaseError('ConditionalCheckFailedException')));
    const [sn = ''] = newSns(1);
    expect(await claim(upgradeOf(sn))).toEqual({ claimed: false, heldBy: undefined, mayBeWritten: false });
  });
});

describe('A claim without an answer is a store that does not answer', () => {
  test.each<[string, number, Intervention, string]>([
    [
      'when it is refused for another reason',
      1,
      () => Promise.resolve(databaseError('AccessDeniedException')),
      'AccessDeniedException',
    ],
    ['when every reply was lost', 3, dropped, 'TimeoutError'],
  ])('%s', async (_what, times, fault) => {
    database.next(times, 'PutItem', fault);
    const failure = await claim(upgradeOf(newSns(1).join())).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).toMatchObject({ message: 'claiming a device did not succeed', cause: expect.any(Error) });
  });

  test('when there is no time for a first attempt', async () => {
    const failure = await claim(upgradeOf(newSns(1).join()), () => false).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).toMatchObject({ cause: { message: 'there was no time left for an attempt' } });
    expect(database.proxy.calls).toEqual([]);
  });

  test('when there is no time for a second attempt', async () => {
    const [sn = ''] = newSns(1);
    let inTime = true;
    database.next(9, 'PutItem', () => {
      inTime = false;
      return Promise.resolve(databaseError('ThrottlingException'));
    });
    const failure = await claim(upgradeOf(sn), () => inTime).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(database.proxy.calls).toHaveLength(1);
    expect(await storedUpgrade(sn)).toBeUndefined();
  });

  test('and the time of one claim is not that of another', async () => {
    const [late = '', other = ''] = newSns(2);
    const outcomes = await Promise.allSettled([claim(upgradeOf(late), () => false), claim(upgradeOf(other))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
