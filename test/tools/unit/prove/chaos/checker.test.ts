import { describe, expect, test } from '@jest/globals';
import { check } from '../../../../../tools/prove/chaos/checker/check.ts';
import type { History } from '../../../../../tools/prove/chaos/checker/history.ts';
import { ask, claimed, history, reported } from '../../../../support/histories.ts';

const broken = (of: History) => [...new Set(check(of).map(({ rule }) => rule))];

const ann = claimed('ann', 1_002);
/** An upgrade before ann's that ended in time. */
const bob = claimed('bob', 100);
const bobEnded = reported(bob, 500, { state: 'succeeded' });
const bobAsked = ask('bob', 0, { begun: 90, ended: 110 });

test('A history without anything is in order', () => {
  expect(check(history([], []))).toEqual([]);
});

describe('One upgrade at a time', () => {
  test.each([
    ['has ended', bobEnded],
    ['has failed', { ...bobEnded, state: 'failed' }],
    ['has lost its lease', reported(bob, 500, { state: 'running', leaseEndsAt: 1 })],
    ['loses its lease while the claim is under way', reported(bob, 500, { state: 'running', leaseEndsAt: 1.003 })],
    ['ends while the claim is under way', { ...bobEnded, sent: 999, answered: 1_020 }],
  ])('holds when a claim takes the place of one that %s', (_what, last) => {
    expect(broken(history([bobAsked, ask('ann', 0)], [bob, last, ann]))).toEqual([]);
  });

  test.each([
    ['is requested', bob],
    ['is running', reported(bob, 500, { state: 'running' })],
    ['holds its device for a moment longer', reported(bob, 500, { state: 'running', leaseEndsAt: 1.005 })],
  ])('is broken by a claim over one that %s', (_what, last) => {
    const versions = last === bob ? [bob, ann] : [bob, last, ann];
    expect(broken(history([bobAsked, ask('ann', 0)], versions))).toContain('one upgrade at a time');
  });
});

describe('Claimed once', () => {
  test('is broken by an upgrade that comes back after it has ended', () => {
    const again = reported(bob, 600, {});
    const events = [{ sn: 'SN1', upgradeId: 'of-bob' }];
    expect(broken(history([bobAsked], [bob, bobEnded, again], { events }))).toEqual([
      'claimed once',
      '0 has its record',
    ]);
  });
});

describe('0', () => {
  test('has its record', () => {
    expect(broken(history([ask('ann', 0)], [ann]))).toEqual([]);
  });

  test.each([
    ['without a record', []],
    ["with somebody else's record", [bob, bobEnded]],
    ['before its record was written', [claimed('ann', 1_011)]],
  ])('is broken %s', (_what, versions) => {
    expect(broken(history([bobAsked, ask('ann', 0)], versions))).toContain('0 has its record');
  });

  test('is broken by two records', () => {
    const first = reported(claimed('ann', 1_001, { upgradeId: 'another' }), 1_001, {});
    const ended = reported(first, 1_001, { state: 'failed' });
    expect(broken(history([ask('ann', 0)], [first, ended, ann]))).toEqual(['0 has its record']);
  });
});

describe('No record otherwise', () => {
  test.each([0, 4, undefined])('holds for a request that is told %s', (code) => {
    expect(broken(history([ask('ann', code)], [ann]))).toEqual([]);
  });

  test.each([11, 12, 16, 24])('is broken by a record of a request that is told %s', (code) => {
    expect(broken(history([ask('ann', code)], [ann]))).toContain('no record otherwise');
  });

  test('is broken by a record of a request that is told 1', () => {
    expect(broken(history([bobAsked, ask('ann', 1)], [bob, reported(bob, 1_001, { state: 'failed' }), ann]))).toEqual([
      'no record otherwise',
    ]);
  });

  test.each([401, 409, 500, 503])('is broken by a record of a request that is refused with HTTP %i', (status) => {
    const refused = ask('ann', undefined, { answer: { status, codes: { SN1: 4 } } });
    expect(broken(history([refused], [ann]))).toEqual(['no record otherwise']);
    expect(broken(history([refused], []))).toEqual([]);
  });

  test.each([
    ['of a device that was not asked for', { sn: 'SN2' }],
    ['to a firmware that was not asked for', { firmwareId: 22 }],
    ['of nobody who asked', { requestedBy: 'eve' }],
  ])('is broken by a record %s', (_what, difference) => {
    expect(broken(history([ask('ann', 4)], [{ ...ann, ...difference }]))).toEqual(['no record otherwise']);
  });
});

describe('1 and 11', () => {
  const other = { ...bob, firmwareId: 22 };
  const otherAsked = { ...bobAsked, firmwareId: 22 };

  test('hold while an upgrade is live', () => {
    expect(broken(history([bobAsked, ask('ann', 1)], [bob]))).toEqual([]);
    expect(broken(history([otherAsked, ask('ann', 11)], [other]))).toEqual([]);
  });

  test.each([
    ['ends during the call', reported(bob, 1_005, { state: 'succeeded' })],
    ['may have ended before the call', { ...bobEnded, sent: 990, answered: 1_001 }],
    ['loses its lease during the call', reported(bob, 500, { state: 'running', leaseEndsAt: 1.001 })],
  ])('hold when the upgrade %s', (_what, last) => {
    expect(broken(history([bobAsked, ask('ann', 1)], [bob, last]))).toEqual([]);
  });

  test.each([
    ['nothing was on record', []],
    ['the upgrade had ended', [bob, bobEnded]],
    ['the lease had run out', [bob, reported(bob, 500, { state: 'running', leaseEndsAt: 1 })]],
    ['the upgrade came later', [claimed('bob', 1_011)]],
  ])('are broken when %s', (_what, versions) => {
    expect(broken(history([bobAsked, ask('ann', 1)], versions))).toContain('1 means the same upgrade');
    expect(broken(history([bobAsked, ask('ann', 11)], versions))).toContain('11 means another upgrade');
  });

  test('are broken when the firmware is not as said', () => {
    expect(broken(history([otherAsked, ask('ann', 1)], [other]))).toEqual(['1 means the same upgrade']);
    expect(broken(history([bobAsked, ask('ann', 11)], [bob]))).toEqual(['11 means another upgrade']);
  });
});

describe('What is live is said', () => {
  const running = reported(bob, 500, { state: 'running', leaseEndsAt: 2 });

  test.each([1, 4, 16, 24, undefined])('holds for a request that is told %s', (code) => {
    expect(broken(history([bobAsked, ask('ann', code)], [bob, running]))).toEqual([]);
  });

  test('is broken by 12 for a device that was held throughout the call', () => {
    expect(broken(history([bobAsked, ask('ann', 12)], [bob, running]))).toEqual(['what is live is said']);
  });

  test.each([
    ['begins during the call', [{ ...bob, sent: 999, answered: 1_001 }]],
    ['ends during the call', [bob, { ...bobEnded, sent: 1_009, answered: 1_020 }]],
    ['loses its lease during the call', [bob, reported(bob, 500, { state: 'running', leaseEndsAt: 1.01 })]],
  ])('lets 12 pass for an upgrade that %s', (_what, versions) => {
    expect(broken(history([ask('bob', 0, { begun: 90, ended: 2_000 }), ask('ann', 12)], versions))).toEqual([]);
  });

  test.each([4, undefined])('is what makes asking again after %s safe', (code) => {
    const uncertain = ask('bob', code, { begun: 90, ended: 110 });
    expect(broken(history([uncertain, ask('ann', 1)], [bob]))).toEqual([]);
    expect(broken(history([uncertain, ask('ann', 12)], [bob]))).toEqual(['4 is 1 when asked again']);
  });
});

describe('One event each', () => {
  const event = { sn: 'SN1', upgradeId: 'of-ann' };

  test.each([
    ['no event', []],
    ['two events', [event, event]],
    ['an event of something else', [event, { ...event, upgradeId: 'unheard-of' }]],
  ])('is broken by %s', (_what, events) => {
    expect(broken(history([ask('ann', 0)], [ann], { events }))).toEqual(['one event each']);
  });
});

test.each([
  ['lacks a record', []],
  ['has another upgrade', [{ ...ann, upgradeId: 'another' }]],
  ['has another state', [{ ...ann, state: 'failed' }]],
  ['has a record that the stream never told of', [ann, { ...ann, sn: 'SN2' }]],
])('The table is not as told when it %s', (_what, table) => {
  expect(broken(history([ask('ann', 0)], [ann], { table }))).toEqual(['table as told']);
});
