/** When a claim is written over what was read, by a clock that is set to the second. Odd types are in odd-records.test.ts. */
import { describe, expect, test } from '@jest/globals';
import { databaseOfSuite } from '../../support/database.ts';
import { newSns, put, storedUpgrade } from '../../support/stage.ts';
import { claimsOn } from '../../support/stored-upgrades.ts';
import { after, CLAIMED_AT, CLAIMED_AT_SECONDS, EARLIER } from '../../support/upgrades.ts';

const database = databaseOfSuite();
const WEEK = 7 * 24 * 60 * 60;

/** Claims a device that has this on record; resolves to whether it was written, once that is what the record shows. */
async function isWrittenOver(overrides: Record<string, unknown>): Promise<boolean> {
  const [sn = ''] = newSns(1);
  await put('upgrades', { sn, ...EARLIER, requestedAt: after(-60_000), ...overrides });
  return isWritten(sn);
}

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
