/** Cancellations by the store, on the engine: what they write, and when they do not. */
import { describe, expect, test } from '@jest/globals';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import { captureOutput } from '../../support/console.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { afterwards } from '../../support/database-proxy.ts';
import { newSns, put, stage, storedUpgrade } from '../../support/stage.ts';
import { BY_BOB, cancellationsOn, held } from '../../support/stored-upgrades.ts';
import { CLAIMED_AT, CLAIMED_AT_SECONDS } from '../../support/upgrades.ts';

const database = databaseOfSuite();
const { logged } = captureOutput();

const ON_RECORD = { state: 'cancelled', ...BY_BOB, cancelledAt: CLAIMED_AT.toISOString() };
const CALL = 'BatchExecuteStatement';
const store = () => upgradesIn(stage.tables.upgrades, database.client);

const cancel = (sns: readonly string[], meanwhile?: () => Promise<unknown>) =>
  cancellationsOn(database)(sns, BY_BOB, meanwhile);

describe('A cancellation', () => {
  test.each([{}, { leaseEndsAt: CLAIMED_AT_SECONDS - 1 }, { upgradeId: undefined }, { upgradeId: 7 }])(
    'of an upgrade that is requested puts on record who and when, and leaves all else: %j',
    async (overrides) => {
      const sn = await held({ state: 'requested', ...overrides });
      const before = await storedUpgrade(sn);
      expect(await cancel([sn])).toEqual([{ kind: 'written' }]);
      expect(await storedUpgrade(sn)).toEqual({ ...before, ...ON_RECORD });
    },
  );

  test.each(['running', 'succeeded', 'failed', 'cancelled', 'paused', undefined])(
    'changes nothing in the state %s, and is shown the record',
    async (state) => {
      const sn = await held({ state });
      const before = await storedUpgrade(sn);
      expect(await cancel([sn])).toEqual([{ kind: 'refused', by: expect.objectContaining({ state }) }]);
      expect(await storedUpgrade(sn)).toEqual(before);
    },
  );

  test('changes nothing in a later upgrade that has come in between, nor makes a record', async () => {
    const sn = await held({ state: 'requested' });
    const later = { sn, firmwareId: 21, upgradeId: 'later', state: 'requested', leaseEndsAt: CLAIMED_AT_SECONDS + 60 };
    const outcomes = await cancel([sn], () => put('upgrades', later));
    expect(outcomes).toEqual([{ kind: 'refused', by: expect.objectContaining({ upgradeId: 'later' }) }]);
    expect(await storedUpgrade(sn)).toEqual(later);
    const [gone = ''] = newSns(1);
    const current = { upgradeId: 'gone', firmwareId: 21, claimToken: 'x', state: 'requested', leaseEndsAt: 0 };
    const [settled] = await store().cancel([{ sn: gone, current, ...BY_BOB }], () => true);
    expect(settled?.outcome).toEqual({ kind: 'refused', by: undefined });
    expect(await storedUpgrade(gone)).toBeUndefined();
  });

  test('whose reply was lost knows itself when the client repeats it', async () => {
    const sn = await held({ state: 'requested' });
    database.next(1, CALL, afterwards('drop'));
    expect(await cancel([sn])).toEqual([{ kind: 'written' }]);
  });

  test('that never got a reply is in doubt, and its token on record tells', async () => {
    const sn = await held({ state: 'requested' });
    database.next(3, CALL, afterwards('drop'));
    expect(await cancel([sn])).toEqual([{ kind: 'unknown', mayBeWritten: true }]);
    expect(logged).toEqual([expect.objectContaining({ code: 'WRITES_UNANSWERED' })]);
    expect((await store().findMany([sn])).get(sn)).toMatchObject({ cancelToken: 'token-of-ours' });
  });
});
