import { describe, expect, test } from '@jest/globals';
import type { Intervention } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { afterwards, instead } from '../../support/database-proxy.ts';
import { newSns, put, storedUpgrade } from '../../support/stage.ts';
import { claimsOn, held } from '../../support/stored-upgrades.ts';
import { CLAIMED_AT_SECONDS, EARLIER, upgradeOf } from '../../support/upgrades.ts';

const database = databaseOfSuite();
const claims = () => claimsOn(database);
const newSn = () => newSns(1).join();
const fresh = (sn: string) => ({ upgrade: upgradeOf(sn), replaced: undefined });

const CALL = 'BatchExecuteStatement';
const WRITTEN = { kind: 'written' };
const IN_DOUBT = { kind: 'unknown', mayBeWritten: true };
const statementsOf = () =>
  database.proxy.calls
    .filter(({ operation }) => operation === CALL)
    .map(({ input }) => (input['Statements'] as { Statement: string }[]).map(({ Statement }) => Statement));

const dropped = afterwards('drop');
const refused = (name: string) => instead(databaseError(name));
/** The reply in which the only statement of a call has failed so, whatever became of it. */
const failing = (Code: string) => instead({ status: 200, body: { Responses: [{ Error: { Code } }] } });

const RECORD = {
  upgradeId: 'ours',
  firmwareId: 21,
  version: '2.4.0',
  location: 's3://firmwares/21.bin',
  sizeBytes: 1000,
  sha256: 'a'.repeat(64),
  claimToken: 'token-of-ours',
  requestedBy: 'ann',
  requestKey: '-',
  cancelledBy: '-',
  requestedAt: '2100-01-01T00:00:00.000Z',
  state: 'requested',
  leaseEndsAt: CLAIMED_AT_SECONDS + 3600,
  expiresAt: CLAIMED_AT_SECONDS + 7_776_000,
};

describe('A claim that is written', () => {
  test('puts all on record that the device and its gateway need, for 90 days', async () => {
    const sn = newSn();
    expect(await claims().readAndClaim(sn)).toEqual(WRITTEN);
    expect(await storedUpgrade(sn)).toEqual({ sn, ...RECORD });
    // As it is read, a claim without a key has none.
    expect((await claims().read(sn)).replaced).toMatchObject({ upgradeId: 'ours', requestKey: undefined });
  });

  test.each<[string, { decidedAt?: string }]>([
    ['a request', {}],
    ['a roll-out', { decidedAt: '2099-12-30T00:00:00.000Z' }],
  ])('for %s leaves nothing of the record that it is written over, but what nobody knows', async (_whose, decided) => {
    const at = '2099-12-31T00:00:00.000Z';
    const cancelled = { cancelledBy: 'bob', cancelToken: 'x', cancelledAt: at };
    const ended = { progress: 40, reason: 'disk full', endedBy: 'eve', endedAt: at };
    const known = { requestKey: 'k-1', decidedAt: at, ...cancelled, ...ended };
    const sn = await held({ state: 'failed', ...known, note: 'unknown' });
    const { upgrade, replaced } = await claims().read(sn);
    expect(await claims().make({ upgrade: { ...upgrade, ...decided }, replaced })).toEqual(WRITTEN);
    expect(await storedUpgrade(sn)).toEqual({ sn, ...RECORD, ...decided, note: 'unknown' });
  });
});

describe('Claims are made 25 in a call, over all kinds of records at once', () => {
  test('and each is settled on its own', async () => {
    const sns = newSns(60);
    const live = sns.filter((_sn, index) => index % 3 === 0);
    const ended = sns.filter((_sn, index) => index % 3 === 1);
    for (const sn of live) await put('upgrades', { sn, ...EARLIER });
    for (const sn of ended) await put('upgrades', { sn, ...EARLIER, state: 'failed' });
    const wanted = await Promise.all(sns.map((sn) => claims().read(sn)));
    database.proxy.calls.length = 0;
    const outcomes = await claims().makeAll(wanted);
    expect(outcomes).toEqual(sns.map((sn) => (live.includes(sn) ? { kind: 'refused', by: EARLIER } : WRITTEN)));
    expect(database.proxy.calls.map(({ operation }) => operation)).toEqual([CALL, CALL, CALL]);
    const sizes = statementsOf().map(({ length }) => length);
    expect(sizes.sort()).toEqual([10, 25, 25]);
  });

  test('by statements that are constants, in which nothing of a request stands', async () => {
    const sns = [await held({ state: 'failed' }), newSn(), await held({ state: 'failed' }), newSn()];
    await claims().makeAll(await Promise.all(sns.map((sn) => claims().read(sn))));
    const texts = statementsOf().flat();
    expect(texts).toHaveLength(4);
    expect(new Set(texts).size).toBe(2);
    expect(texts.join()).not.toMatch(/ours|ann|s3:|2100|earlier/);
    for (const text of texts) expect(text.length).toBeLessThan(8192);
  });

  test('and none at all is no call', async () => {
    expect(await claims().makeAll([])).toEqual([]);
    expect(database.proxy.calls).toEqual([]);
  });
});

describe('A claim that meets another upgrade', () => {
  test('where nothing was, is not told which', async () => {
    const sn = await held();
    expect(await claims().make(fresh(sn))).toEqual({ kind: 'refused', by: undefined });
    expect(await storedUpgrade(sn)).toMatchObject(EARLIER);
  });

  test.each<[string, Intervention]>([
    ['was lost', dropped],
    ['was a refusal of the whole call', refused('ThrottlingException')],
    ['was an internal error', failing('InternalServerError')],
  ])('may be written all the same when the reply to an attempt before %s', async (_what, fault) => {
    const sn = await held();
    const claim = await claims().read(sn);
    database.next(1, CALL, fault);
    expect(await claims().make(claim)).toEqual({ ...IN_DOUBT, by: EARLIER });
  });

  test('is refused for certain when it was only throttled before', async () => {
    const sn = await held();
    const claim = await claims().read(sn);
    database.next(1, CALL, failing('ThrottlingError'));
    expect(await claims().make(claim)).toEqual({ kind: 'refused', by: EARLIER });
  });
});

describe('A claim whose reply was lost', () => {
  test('over a record was written when its repeat meets our token', async () => {
    const sn = await held({ state: 'failed' });
    database.next(1, CALL, dropped);
    expect(await claims().readAndClaim(sn)).toEqual(WRITTEN);
  });

  test('where nothing was is in doubt, as its repeat is not told what it meets', async () => {
    const sn = newSn();
    database.next(1, CALL, dropped);
    expect(await claims().readAndClaim(sn)).toEqual(IN_DOUBT);
    expect(await storedUpgrade(sn)).toMatchObject({ claimToken: 'token-of-ours' });
  });

  test.each<[string, number, Intervention]>([
    ['every time', 3, dropped],
    ['and which is refused then', 1, refused('AccessDeniedException')],
  ])('%s is in doubt, and logged', async (_what, times, fault) => {
    database.next(times, CALL, fault);
    expect(await claims().make(fresh(newSn()))).toEqual(IN_DOUBT);
    expect(database.logged).toEqual([expect.objectContaining({ code: 'WRITES_UNANSWERED', devices: 1 })]);
  });
});

test('A call that the database finds malformed is logged without its text', async () => {
  const body = { __type: 'com.amazon.coral.validate#ValidationException', message: 'SECRET-2' };
  database.next(1, CALL, instead({ status: 400, body }));
  expect(await claims().make(fresh(newSn()))).toEqual(IN_DOUBT);
  expect(JSON.stringify(database.logged)).toContain('ValidationException');
  expect(JSON.stringify(database.logged)).not.toContain('SECRET-2');
});

describe('When time is up', () => {
  test('no claim is made', async () => {
    expect(await claims().make(fresh(newSn()), () => false)).toEqual({ kind: 'unknown', mayBeWritten: false });
    expect(database.proxy.calls).toEqual([]);
  });

  test('the client makes no second attempt', async () => {
    const sn = newSn();
    let inTime = true;
    database.next(9, CALL, () => {
      inTime = false;
      return Promise.resolve(databaseError('ThrottlingException'));
    });
    expect(await claims().make(fresh(sn), () => inTime)).toEqual(IN_DOUBT);
    expect(database.proxy.calls).toHaveLength(1);
    expect(await storedUpgrade(sn)).toBeUndefined();
    expect(JSON.stringify(database.logged)).toContain('there was no time left for an attempt');
  });

  test('the time of one claim is not that of another', async () => {
    const outcomes = await Promise.all([claims().make(fresh(newSn()), () => false), claims().make(fresh(newSn()))]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown', 'written']);
  });
});
