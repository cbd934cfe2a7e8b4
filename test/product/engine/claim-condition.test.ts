/** When a claim is written, told by a clock that is chosen to the second, and where it matters to the millisecond. */
import { describe, expect, test } from '@jest/globals';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { newSns, put, stage, storedUpgrade } from '../../support/stage.ts';
import { after, CLAIMED_AT, CLAIMED_AT_SECONDS, EARLIER, upgradeOf } from '../../support/upgrades.ts';

const database = databaseOfSuite();

/** Claims a device that has this on record; resolves to whether it was written, once that is what the record shows. */
async function isWrittenOver(overrides: Record<string, unknown>): Promise<boolean> {
  const [sn = ''] = newSns(1);
  await put('upgrades', { sn, ...EARLIER, requestedAt: after(-60_000), ...overrides });
  const before = await storedUpgrade(sn);
  const { claimed } = await upgradesIn(stage.tables.upgrades, database.client).claim(upgradeOf(sn), () => true);
  const record = await storedUpgrade(sn);
  if (claimed) expect(record).toMatchObject({ upgradeId: 'ours', state: 'requested' });
  else expect(record).toEqual(before);
  return claimed;
}

describe('A live upgrade keeps the claim out', () => {
  test.each(['requested', 'running'])('in the state %s', async (state) => {
    expect(await isWrittenOver({ state })).toBe(false);
  });

  test.each([
    ['one second after the claim', CLAIMED_AT_SECONDS + 1],
    ['in the last second of ten digits', 9_999_999_999],
  ])('with a lease that ends %s', async (_when, leaseEndsAt) => {
    expect(await isWrittenOver({ leaseEndsAt })).toBe(false);
  });
});

describe('A record that holds the device no more is written over', () => {
  test.each(['succeeded', 'failed', 'paused', 'Running', '', undefined, null, 7, ['running']])(
    'in the state %j',
    async (state) => {
      expect(await isWrittenOver({ state })).toBe(true);
    },
  );

  test.each([
    ['one second before the claim', CLAIMED_AT_SECONDS - 1],
    ['in the second of the claim', CLAIMED_AT_SECONDS],
    ['in eleven digits', 10_000_000_000],
    ['in milliseconds', CLAIMED_AT.getTime() + 600_000],
    ['at no time', undefined],
    ['at null', null],
    ['at a text', String(CLAIMED_AT_SECONDS + 600)],
    ['at a list', [CLAIMED_AT_SECONDS + 600]],
  ])('with a lease that ends %s', async (_when, leaseEndsAt) => {
    expect(await isWrittenOver({ leaseEndsAt })).toBe(true);
  });
});

describe('The record of an upgrade that has ended', () => {
  const FIVE_MINUTES = 300_000;

  test.each([
    ['at the same time as the claim', 0],
    ['a millisecond after it', 1],
    ['five minutes after it', FIVE_MINUTES],
  ])('keeps the claim out when it was requested %s: records stand in order of time', async (_when, milliseconds) => {
    expect(await isWrittenOver({ state: 'failed', requestedAt: after(milliseconds) })).toBe(false);
  });

  test.each<[string, unknown]>([
    ['a millisecond before the claim', after(-1)],
    ['more than five minutes after it, by a wrong clock', after(FIVE_MINUTES + 1)],
    ['years after it, by a wrong clock', '2999-01-01T00:00:00.000Z'],
    ['at no time', undefined],
    ['at a number', CLAIMED_AT_SECONDS],
    ['at a list', [after(0)]],
  ])('is written over when it was requested %s', async (_when, requestedAt) => {
    expect(await isWrittenOver({ state: 'failed', requestedAt })).toBe(true);
  });
});

test('A live upgrade keeps the claim out also when a wrong clock dates it years ahead', async () => {
  expect(await isWrittenOver({ requestedAt: '2999-01-01T00:00:00.000Z' })).toBe(false);
});
