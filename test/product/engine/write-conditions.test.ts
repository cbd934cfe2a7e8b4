/**
 * When a claim is written over what was read, by a clock that is set to the second, and when a cancellation is, and what both
 * write. Odd types are in odd-records.test.ts.
 */
import { describe, expect, test } from '@jest/globals';
import { databaseOfSuite } from '../../support/database.ts';
import { newSns, put, stage, storedUpgrade } from '../../support/stage.ts';
import { BY_BOB, cancellationsOn, claimsOn, held } from '../../support/stored-upgrades.ts';
import { after, CLAIMED_AT, CLAIMED_AT_SECONDS, EARLIER } from '../../support/upgrades.ts';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import { afterwards } from '../../support/database-proxy.ts';

const database = databaseOfSuite();
const WEEK = 7 * 24 * 60 * 60;

/** Claims a device that has this on record; resolves to whether it was written, once that is what the record shows. */
const isWrittenOver = async (overrides: Record<string, unknown>) => isWritten(await held(overrides));

async function isWritten(sn: string): Promise<boolean> {
  const before = await storedUpgrade(sn);
  const outcome = await claimsOn(database).readAndClaim(sn);
  const record = await storedUpgrade(sn);
  if (outcome.kind === 'written') expect(record).toMatchObject({ upgradeId: 'ours', state: 'requested' });
  else expect([outcome.kind, record]).toEqual(['refused', before]);
  return outcome.kind === 'written';
}

describe('A live upgrade keeps the claim out', () => {
  test.each(['requested', 'running'])('in the state %s', async (state) => {
    expect(await isWrittenOver({ state })).toBe(false);
  });

  test.each([1, WEEK])('with a lease that ends %i s after the claim', async (seconds) => {
    expect(await isWrittenOver({ leaseEndsAt: CLAIMED_AT_SECONDS + seconds })).toBe(false);
  });

  test('also without an id, and when a wrong clock dates it years ahead', async () => {
    expect(await isWrittenOver({ upgradeId: undefined })).toBe(false);
    expect(await isWrittenOver({ requestedAt: '2999-01-01T00:00:00.000Z' })).toBe(false);
  });
});

describe('A record that holds the device no more is written over', () => {
  test.each(['succeeded', 'failed', 'cancelled', 'paused', 'Running', ''])('in the state %j', async (state) => {
    expect(await isWrittenOver({ state })).toBe(true);
  });

  test.each([
    ['one second before the claim', CLAIMED_AT_SECONDS - 1],
    ['in the second of the claim', CLAIMED_AT_SECONDS],
    ['more than seven days after it', CLAIMED_AT_SECONDS + WEEK + 1],
    ['in milliseconds', CLAIMED_AT.getTime() + 600_000],
  ])('with a lease that ends %s', async (_when, leaseEndsAt) => {
    expect(await isWrittenOver({ leaseEndsAt })).toBe(true);
  });

  test('with an empty id, or with nothing but its key', async () => {
    expect(await isWrittenOver({ upgradeId: '', state: 'failed' })).toBe(true);
    const [sn = ''] = newSns(1);
    await put('upgrades', { sn });
    expect(await isWritten(sn)).toBe(true);
  });
});

describe('A claim is refused when there is something else by then than was read', () => {
  const other = { ...EARLIER, upgradeId: 'of-another', requestedAt: after(0) };

  test.each<[string, object | undefined]>([
    ['nothing', undefined],
    ['an upgrade that has ended', { ...EARLIER, state: 'failed' }],
    ['a record without an id', { ...EARLIER, upgradeId: undefined, state: 'failed' }],
  ])('than %s, even if that holds the device no more', async (_what, record) => {
    const [sn = ''] = newSns(1);
    if (record) await put('upgrades', { sn, ...record });
    const claim = await claimsOn(database).read(sn);
    await put('upgrades', { sn, ...other, state: 'succeeded' });
    const before = await storedUpgrade(sn);
    expect(await claimsOn(database).make(claim)).toMatchObject({ kind: 'refused' });
    expect(await storedUpgrade(sn)).toEqual(before);
  });

  test('and can be made again over what it is told', async () => {
    const [sn = ''] = newSns(1);
    await put('upgrades', { sn, ...other, state: 'failed' });
    const claim = { ...(await claimsOn(database).read(sn)), replaced: { ...EARLIER, state: 'failed' } };
    const outcome = await claimsOn(database).make(claim);
    expect(outcome).toMatchObject({ kind: 'refused', by: { upgradeId: 'of-another', state: 'failed' } });
    const by = outcome.kind === 'refused' ? outcome.by : undefined;
    expect(await claimsOn(database).make({ ...claim, replaced: by })).toEqual({ kind: 'written' });
  });

  test('and when it has gone', async () => {
    const [sn = ''] = newSns(1);
    const claim = { ...(await claimsOn(database).read(sn)), replaced: { ...EARLIER, state: 'failed' } };
    expect(await claimsOn(database).make(claim)).toEqual({ kind: 'refused', by: undefined });
    expect(await storedUpgrade(sn)).toBeUndefined();
  });
});

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
    expect(database.logged).toEqual([expect.objectContaining({ code: 'WRITES_UNANSWERED' })]);
    expect((await store().findMany([sn])).get(sn)).toMatchObject({ cancelToken: 'token-of-ours' });
  });
});
