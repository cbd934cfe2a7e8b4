/** The checker's rules for cancel-upgrade, upgrade-status and dry-run-upgrade. */
import { describe, expect, test } from '@jest/globals';
import { check } from '../../../../../tools/prove/chaos/checker/check.ts';
import type { Report, Version } from '../../../../../tools/prove/chaos/checker/history.ts';
import { ask, claimed, history, reported } from '../../../../support/histories.ts';

const bob = claimed('bob', 100);
const bobAsked = ask('bob', 0, { begun: 90, ended: 110 });
const other = { ...bob, firmwareId: 22 };
const otherAsked = { ...bobAsked, firmwareId: 22 };
const running = reported(bob, 500, { state: 'running' });
const cancelled = reported(bob, 1_002, { state: 'cancelled', cancelledBy: 'ann' });
/** Cancelled by somebody else, before ann invocations. */
const cancelledBefore = reported(bob, 500, { state: 'cancelled', cancelledBy: 'eve' });
const eveCancelled = ask('eve', 0, { operation: 'cancel-upgrade', begun: 490, ended: 510 });

const told = (code: number | undefined) => ask('ann', code, { operation: 'cancel-upgrade' });

/** The rules that a history with bob's upgrade and these other requests breaks. */
const broken = (invocations: readonly ReturnType<typeof ask>[], versions: readonly Version[]) => [
  ...new Set(check(history([bobAsked, ...invocations], versions)).map(({ rule }) => rule)),
];

describe('A cancelled upgrade', () => {
  test('never begins', () => {
    expect(broken([told(0)], [bob, cancelled])).toEqual([]);
  });

  test.each([
    ['had begun', [bob, running, cancelled]],
    ['begins later', [bob, cancelled, reported(cancelled, 2_000, { state: 'running' })]],
    [
      'succeeds without ever having been told to run',
      [bob, cancelled, reported(cancelled, 2_000, { state: 'succeeded' })],
    ],
  ])('breaks the promise when it %s', (_what, versions) => {
    expect(broken([told(0)], versions)).toContain('what is cancelled never begins');
  });

  test('frees its device at once: it can be claimed, and nobody is told 1 or 11 for it', () => {
    const next = claimed('carl', 2_002);
    const carl = (code: number, firmwareId = 21) => ask('carl', code, { firmwareId, begun: 2_000, ended: 2_010 });
    expect(broken([told(0), carl(0)], [bob, cancelled, next])).toEqual([]);
    expect(broken([told(0), carl(1)], [bob, cancelled])).toEqual(['1 means the same upgrade']);
    expect(broken([told(0), carl(11, 22)], [bob, cancelled])).toEqual(['11 means another upgrade']);
  });
});

describe('0 of a cancel', () => {
  test.each([
    ['nothing was cancelled', [bob]],
    ['somebody else cancelled it', [bob, cancelledBefore]],
    ['it was cancelled after the answer', [bob, { ...cancelled, sent: 1_011, answered: 1_013 }]],
    ['it was cancelled twice', [bob, cancelled, { ...cancelled, sent: 1_004 }]],
  ])('is broken when %s', (_what, versions) => {
    expect(broken([eveCancelled, told(0)], versions)).toContain('0 has its record');
  });
});

describe('A cancellation on record', () => {
  test.each([0, 4, undefined])('may be by a cancel that was told %s', (code) => {
    expect(broken([told(code)], [bob, cancelled])).toEqual([]);
  });

  test.each([
    ['a cancel that was told 1', told(1)],
    ['a cancel of another firmware', { ...told(4), firmwareId: 22 }],
    ['a cancel of another device', { ...told(4), sns: ['SN2'] }],
    ['a start', ask('ann', 4)],
    ['a dry run', ask('ann', 0, { operation: 'dry-run-upgrade' })],
    ['a status', ask('ann', undefined, { operation: 'upgrade-status' })],
    ['nobody who asked', ask('zoe', 4, { operation: 'cancel-upgrade' })],
  ])('is never by %s', (_who, asked) => {
    expect(broken([asked], [bob, cancelled])).toContain('no record otherwise');
  });
});

test.each(['dry-run-upgrade', 'upgrade-status', 'cancel-upgrade'] as const)('%s starts nothing', (operation) => {
  expect(
    broken([ask('ann', 4, { operation })], [bob, reported(bob, 500, { state: 'failed' }), claimed('ann', 1_002)]),
  ).toEqual(['no record otherwise']);
});

describe('What a cancel tells was so at some moment of the call', () => {
  test.each<[number, string, Version[]]>([
    [1, 'is cancelled', [bob, cancelledBefore]],
    [1, 'is cancelled meanwhile', [bob, { ...cancelledBefore, sent: 1_008, answered: 1_020 }]],
    [38, 'is running', [bob, running]],
    [38, 'has succeeded', [bob, running, reported(running, 600, { state: 'succeeded' })]],
    [16, 'is not on record', []],
    [16, 'comes on record meanwhile', [{ ...bob, sent: 995, answered: 1_001 }]],
    [16, 'is to another firmware and has ended', [other, reported(other, 500, { state: 'failed' })]],
    [
      16,
      'is to another firmware and has lost its lease',
      [other, reported(other, 500, { state: 'running', leaseEndsAt: 1 })],
    ],
    [11, 'is to another firmware', [other]],
  ])('%i holds when the upgrade %s', (code, _what, versions) => {
    const starter = versions[0]?.firmwareId === 22 ? otherAsked : bobAsked;
    const invocations = [{ ...starter, ended: 2_000 }, { ...eveCancelled, ended: 2_000 }, told(code)];
    const rules = check(history(invocations, versions)).map(({ rule, what }) => (what.includes('by ann') ? rule : ''));
    expect(rules.filter(Boolean)).toEqual([]);
  });

  test.each<[number, string, string, Version[]]>([
    [1, '1 of a cancel means cancelled', 'is requested', [bob]],
    [1, '1 of a cancel means cancelled', 'is running', [bob, running]],
    [1, '1 of a cancel means cancelled', 'is cancelled later', [bob, { ...cancelledBefore, sent: 1_011 }]],
    [38, '38 means begun or ended', 'is requested', [bob]],
    [38, '38 means begun or ended', 'is cancelled', [bob, cancelledBefore]],
    [38, '38 means begun or ended', 'begins later', [bob, reported(bob, 1_011, { state: 'running' })]],
    [38, '38 means begun or ended', 'is to another firmware', [other, { ...running, firmwareId: 22 }]],
    [16, '16 of a cancel means no such upgrade', 'is requested', [bob]],
    [16, '16 of a cancel means no such upgrade', 'is to another firmware and live', [other]],
    [11, '11 means another upgrade', 'is to this firmware', [bob]],
    [11, '11 means another upgrade', 'has ended', [other, reported(other, 500, { state: 'failed' })]],
  ])('%i breaks "%s" when the upgrade %s', (code, rule, _what, versions) => {
    expect(broken([told(code)], versions)).toContain(rule);
  });
});

describe('A status', () => {
  const status = (code: number, report?: Report) =>
    ask('ann', code, {
      operation: 'upgrade-status',
      answer: { status: 200, codes: { SN1: code }, ...(report && { reports: { SN1: report } }) },
    });
  const lost = reported(bob, 500, { state: 'running', leaseEndsAt: 1 });
  const requested = { upgradeId: 'of-bob', firmwareId: 21, state: 'requested' };

  test.each<[string, Report, Version[]]>([
    ['the state on record', requested, [bob]],
    ['what is on record at the beginning', requested, [bob, reported(bob, 1_001, { state: 'running' })]],
    [
      'what comes on record meanwhile',
      { ...requested, state: 'running' },
      [bob, reported(bob, 1_009, { state: 'running' })],
    ],
    ['a lease that has run out', { ...requested, state: 'timed-out' }, [bob, lost]],
  ])('may tell %s', (_what, report, versions) => {
    expect(broken([status(0, report)], versions)).toEqual([]);
  });

  test.each<[string, Report | undefined, Version[]]>([
    ['nothing', undefined, [bob]],
    ['an upgrade that was never on record', requested, []],
    ['another upgrade', { ...requested, upgradeId: 'of-eve' }, [bob]],
    ['another firmware', { ...requested, firmwareId: 22 }, [bob]],
    ['a state of before', requested, [bob, running]],
    ['a state of later', { ...requested, state: 'running' }, [bob, reported(bob, 1_011, { state: 'running' })]],
    ['a lease that has run out too early', { ...requested, state: 'timed-out' }, [bob]],
    ['a lease that still runs too late', { ...requested, state: 'running' }, [bob, lost]],
    ['that an end has timed out', { ...requested, state: 'timed-out' }, [bob, { ...lost, state: 'failed' }]],
  ])('does not tell %s', (_what, report, versions) => {
    expect(broken([status(0, report)], versions)).toContain('a status tells what is on record');
  });

  test('tells 16 only while nothing is on record', () => {
    expect(broken([status(16)], [{ ...bob, sent: 995, answered: 1_001 }])).not.toContain(
      '16 of a status means no upgrade',
    );
    expect(broken([status(16)], [bob])).toEqual(['16 of a status means no upgrade']);
  });
});

test('A dry run tells what a start would: 1 and 11 of a live upgrade, and neither 0 nor 12 while there is one', () => {
  const dryRun = (code: number, firmwareId = 21) => ask('ann', code, { operation: 'dry-run-upgrade', firmwareId });
  expect(broken([dryRun(1), { ...dryRun(11, 22), user: 'eve' }], [bob])).toEqual([]);
  expect(broken([dryRun(11)], [bob])).toEqual(['11 means another upgrade']);
  expect(broken([dryRun(1, 22)], [bob])).toEqual(['1 means the same upgrade']);
  for (const code of [0, 12]) expect(broken([dryRun(code)], [bob])).toEqual(['what is live is said']);
  expect(broken([dryRun(0)], [bob, cancelledBefore])).not.toContain('what is live is said');
});
