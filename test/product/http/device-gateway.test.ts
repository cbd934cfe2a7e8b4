import { describe, expect, test } from '@jest/globals';
import {
  failed,
  gateway,
  progress,
  start,
  started,
  startedAndExpired,
  succeeded,
  upgradeOf,
} from '../../support/reports.ts';
import { ask, newSns, nowSeconds, storedUpgrade } from '../../support/stage.ts';

/** A device whose first upgrade failed and whose second is under way. */
async function startedTwice() {
  const older = await started();
  await gateway.reportEnd(older, failed);
  expect(await start(older.sn)).toBe(0);
  return { older, newer: await upgradeOf(older.sn) };
}

describe('An upgrade, reported as it goes', () => {
  test('is running and holds its device until it ends; then the device is free for the next', async () => {
    const first = await started();
    expect(await progress(first, 10)).toBe('recorded');
    expect(await start(first.sn)).toBe(1);
    expect(await progress(first, 60)).toBe('recorded');
    expect(await gateway.reportEnd(first, succeeded)).toBe('recorded');
    expect(await start(first.sn)).toBe(0);
    expect((await upgradeOf(first.sn)).upgradeId).not.toBe(first.upgradeId);
  });

  test('keeps all of its record but what the report says', async () => {
    const { sn, upgradeId } = await started();
    const before = await storedUpgrade(sn);
    const leaseEndsAt = nowSeconds() + 7200;
    await progress({ sn, upgradeId }, 40, leaseEndsAt);
    expect(await storedUpgrade(sn)).toEqual({ ...before, state: 'running', progress: 40, leaseEndsAt });
    await gateway.reportEnd({ sn, upgradeId }, failed);
    expect(await storedUpgrade(sn)).toEqual({ ...before, leaseEndsAt, progress: 40, ...failed });
  });

  test('is complete when it succeeded, whatever was reported before', async () => {
    const first = await started();
    expect(await gateway.reportEnd(first, succeeded)).toBe('recorded');
    expect(await storedUpgrade(first.sn)).toMatchObject({ state: 'succeeded', progress: 100 });
  });

  test('may fail before it ran, and frees its device', async () => {
    const first = await started();
    expect(await gateway.reportEnd(first, failed)).toBe('recorded');
    expect(await start(first.sn)).toBe(0);
    expect(await storedUpgrade(first.sn)).not.toHaveProperty('reason');
  });
});

describe('An end', () => {
  test.each([succeeded, failed])('that is reported twice is on record already: %j', async (end) => {
    const first = await started();
    await gateway.reportEnd(first, end);
    const before = await storedUpgrade(first.sn);
    expect(await gateway.reportEnd(first, end)).toBe('repeated');
    expect(await storedUpgrade(first.sn)).toEqual(before);
  });

  test('keeps the reason that was given first', async () => {
    const first = await started();
    await gateway.reportEnd(first, failed);
    expect(await gateway.reportEnd(first, { state: 'failed', reason: 'timed out' })).toBe('repeated');
    expect(await storedUpgrade(first.sn)).toMatchObject(failed);
  });

  test.each([
    [succeeded, failed],
    [failed, succeeded],
  ])('is not turned into the other: %j, then %j', async (first, second) => {
    const ended = await started();
    await gateway.reportEnd(ended, first);
    const before = await storedUpgrade(ended.sn);
    expect(await gateway.reportEnd(ended, second)).toBe('stale');
    expect(await storedUpgrade(ended.sn)).toEqual(before);
  });

  test.each([succeeded, failed])('is not undone by progress that comes after it: %j', async (end) => {
    const ended = await started();
    await gateway.reportEnd(ended, end);
    const before = await storedUpgrade(ended.sn);
    expect(await progress(ended, 90)).toBe('stale');
    expect(await storedUpgrade(ended.sn)).toEqual(before);
  });
});

describe('A late report', () => {
  test('on an upgrade that was cancelled is stale, and changes nothing', async () => {
    const cancelled = await started();
    await ask('cancel-upgrade', [cancelled.sn], 21);
    const before = await storedUpgrade(cancelled.sn);
    expect(await progress(cancelled, 0)).toBe('stale');
    expect(await gateway.reportEnd(cancelled, succeeded)).toBe('stale');
    expect(await gateway.reportEnd(cancelled, failed)).toBe('stale');
    expect(await storedUpgrade(cancelled.sn)).toEqual(before);
  });

  test('on an older upgrade touches the newer one in nothing', async () => {
    const { older, newer } = await startedTwice();
    const before = await storedUpgrade(newer.sn);
    const reports = [
      () => progress(older, 80),
      () => gateway.reportEnd(older, succeeded),
      () => gateway.reportEnd(older, failed),
    ];
    for (const report of reports) expect(await report()).toBe('stale');
    expect(await storedUpgrade(newer.sn)).toEqual(before);
    expect(await progress(newer, 5)).toBe('recorded');
  });

  test('on an older upgrade does not pass for a repeat when the newer one ended the same way', async () => {
    const { older, newer } = await startedTwice();
    await gateway.reportEnd(newer, failed);
    expect(await gateway.reportEnd(older, failed)).toBe('stale');
  });

  test('on a device without a record makes none', async () => {
    const [sn = ''] = newSns(1);
    const unknown = { sn, upgradeId: 'of-nobody' };
    expect(await progress(unknown, 1)).toBe('stale');
    expect(await gateway.reportEnd(unknown, succeeded)).toBe('stale');
    expect(await gateway.reportEnd(unknown, failed)).toBe('stale');
    expect(await storedUpgrade(sn)).toBeUndefined();
  });

  test('of less progress counts all the same: the last one does', async () => {
    const first = await started();
    await progress(first, 60);
    expect(await progress(first, 40)).toBe('recorded');
    expect(await storedUpgrade(first.sn)).toMatchObject({ state: 'running', progress: 40 });
  });
});

describe('When the lease has run out', () => {
  test('and nobody has claimed the device, a success is recorded', async () => {
    const late = await startedAndExpired();
    expect(await gateway.reportEnd(late, succeeded)).toBe('recorded');
    expect(await storedUpgrade(late.sn)).toMatchObject({ state: 'succeeded' });
  });

  test('and nobody has claimed the device, progress holds it again', async () => {
    const late = await startedAndExpired();
    expect(await progress(late, 50)).toBe('recorded');
    expect(await start(late.sn)).toBe(1);
  });

  test('and the device is claimed again, the old upgrade is over', async () => {
    const late = await startedAndExpired();
    expect(await start(late.sn)).toBe(0);
    const before = await storedUpgrade(late.sn);
    expect(await progress(late, 50)).toBe('stale');
    expect(await gateway.reportEnd(late, succeeded)).toBe('stale');
    expect(await storedUpgrade(late.sn)).toEqual(before);
  });
});
