import { describe, expect, test } from '@jest/globals';
import type { Invocation, Version } from '../../../../../tools/prove/chaos/checker/history.ts';
import { broken, claimed, later, records, report, requests, underKey } from '../../../../support/histories.ts';

const { start, cancel, dryRun, status, refused } = requests;
const { bob, other, running, expired, ended, failed, cancelled, leaseUntil, ann, cancelledByAnn } = records;
const otherFailed = { ...failed, firmwareId: 22 };

type Case = readonly [what: string, ann: Invocation, versions: readonly Version[]];

describe.each<[rule: string, Case[]]>([
  [
    'one upgrade at a time',
    [
      ['a claim takes the place of one that has ended', start(0), [bob, ended, ann]],
      ['a claim takes the place of one that has lost its lease', start(0), [bob, expired, ann]],
      ['a lease ends while the claim is under way', start(0), [bob, leaseUntil(1.003), ann]],
      ['an upgrade ends while the claim is under way', start(0), [bob, { ...ended, sent: 999, answered: 1_020 }, ann]],
      ['a claim takes the place of a cancelled one', start(0), [bob, cancelled, ann]],
    ],
  ],
  [
    'no record otherwise',
    [
      ...[0, 4, undefined].map((code): Case => [`a start is told ${String(code)}`, start(code), [ann]]),
      ...[0, 4, undefined].map((code): Case => [`a cancel told ${String(code)}`, cancel(code), [bob, cancelledByAnn]]),
      ...[401, 409, 500, 503].map((code): Case => [`HTTP ${String(code)} leaves nothing`, refused(code), []]),
    ],
  ],
  [
    'what a code means',
    [
      ['1 is told of a live upgrade', start(1), [bob]],
      ['11 is told of a live upgrade to another firmware', start(11), [other]],
      ['1 is told while the upgrade ends', start(1), [bob, later(ended, 1_005, {})]],
      ['1 is told when the upgrade may have just ended', start(1), [bob, { ...ended, sent: 990, answered: 1_001 }]],
      ['1 is told while the lease ends', start(1), [bob, leaseUntil(1.001)]],
      ['1 is told of an ended upgrade of the request’s key', start(1, { key: 'k-1' }), underKey(bob, ended)],
      [
        '0 is told over an ended upgrade of another key',
        start(0, { key: 'k-2' }),
        [...underKey(bob, ended), { ...ann, requestKey: 'k-2' }],
      ],
      ['0 is told over another firmware of the key', start(0, { key: 'k-1' }), underKey(other, otherFailed, ann)],
      ['1 is told in a dry run', dryRun(1), [bob]],
      ['11 is told in a dry run', dryRun(11), [other]],
      ['0 is told in a dry run after a cancellation', dryRun(0), [bob, cancelled]],
      ['1 is told to a cancel after another', cancel(1), [bob, cancelled]],
      ['1 is told to a cancel during another', cancel(1), [bob, { ...cancelled, sent: 1_008, answered: 1_020 }]],
      ['38 is told of a running upgrade', cancel(38), [bob, running]],
      ['38 is told of an ended upgrade', cancel(38), [bob, running, later(ended, 600, {})]],
      ['16 is told to a cancel without any record', cancel(16), []],
      ['16 is told to a cancel while the record comes', cancel(16), [{ ...bob, sent: 995, answered: 1_001 }]],
      ['16 is told of an ended upgrade to another firmware', cancel(16), [other, otherFailed]],
      ['16 is told of an expired upgrade to another firmware', cancel(16), [other, { ...expired, firmwareId: 22 }]],
      ['11 is told to a cancel of another firmware', cancel(11), [other]],
    ],
  ],
  [
    'what is live is said',
    [
      ...[1, 4, 16, 24, undefined].map((code): Case => [`${String(code)} is told of it`, start(code), [bob, running]]),
      ['12 is told while it begins', start(12), [{ ...bob, sent: 999, answered: 1_001 }]],
      ['12 is told while it ends', start(12), [bob, { ...ended, sent: 1_009, answered: 1_020 }]],
      ['12 is told while its lease ends', start(12), [bob, leaseUntil(1.01)]],
    ],
  ],
  [
    'a status tells what is on record',
    [
      ['the state on record', status(report), [bob]],
      ['the state at the beginning of the call', status(report), [bob, later(running, 1_001, {})]],
      ['the state at its end', status({ ...report, state: 'running' }), [bob, later(running, 1_009, {})]],
      ['an expired lease', status({ ...report, state: 'timed-out' }), [bob, expired]],
      ['16 while the record comes', status(16), [{ ...bob, sent: 995, answered: 1_001 }]],
    ],
  ],
  [
    'certain without faults',
    [
      ['4 and nothing are told under faults', start(4), []],
      ['503 is answered under faults', refused(503), []],
      ['0 is told without any', start(0, { faultless: true }), [ann]],
      ['1 is told without any', start(1, { faultless: true }), [bob]],
    ],
  ],
])('"%s" holds when', (_rule, cases) => {
  test.each(cases)('%s', (_what, invocation, versions) => {
    expect(broken([invocation], versions)).toEqual([]);
  });
});

const faultless = { faultless: true };
const before = { user: 'bob', begun: 90, ended: 110 };

test('By clocks that may be wrong, a lease holds for certain, and may hold, for so much less and more', () => {
  const until = (leaseEndsAt: number, invocation: Invocation, ...more: Version[]) =>
    broken([invocation], [bob, leaseUntil(leaseEndsAt), ...more], { clockErrorMs: 100 });
  expect([until(1.104, start(0), ann), until(1.105, start(0), ann)]).toEqual([[], ['one upgrade at a time']]);
  expect([until(0.901, start(1)), until(0.9, start(1))]).toEqual([[], ['1 means the same upgrade']]);
  expect([until(1.11, start(12)), until(1.111, start(12))]).toEqual([[], ['what is live is said']]);
});

test.each([4, undefined])('Asking again after %s is told 1 while the upgrade is live', (code) => {
  expect(broken([{ ...start(code), ...before }, start(1)], [bob])).toEqual([]);
  expect(broken([{ ...start(code), ...before }, start(12)], [bob])).toEqual(['4 is 1 when asked again']);
});

test('Told 1 after a lost reply, a start may have left what is over, if a later one of its key is on record, and not otherwise', () => {
  const at = (user: string, sent: number, overrides = {}) => [
    claimed(user, sent, { upgradeId: `${String(sent)}-of-${user}`, ...overrides }),
    claimed(user, sent + 1, { upgradeId: `${String(sent)}-of-${user}`, ...overrides, state: 'failed' }),
  ];
  const under = (requestKey: string) =>
    broken(
      [start(1, { key: 'k-1' }), start(0, { user: 'zoe' }), start(0, { user: 'yan', key: requestKey })],
      [...at('ann', 1_001, { requestKey: 'k-1' }), ...at('zoe', 1_003), ...at('yan', 1_005, { requestKey })],
    );
  expect([under('k-1'), under('k-2')]).toEqual([[], ['no record otherwise']]);
});

test('Without faults a cancel alone is told 4, and only where another upgrade to its firmware began meanwhile', () => {
  const meanwhile = [claimed('bob', 1_002), later(claimed('bob', 1_002), 1_004, { state: 'succeeded' })];
  const rules = (one: Invocation, versions: readonly Version[] = meanwhile) => broken([one], versions);
  expect(rules(cancel(4, faultless))).toEqual([]);
  expect(rules(start(4, faultless))).toEqual(['certain without faults']);
  expect(rules(cancel(4, { ...faultless, begun: 1_010, ended: 1_020 }))).toEqual(['certain without faults']);
  expect(rules(cancel(4, { ...faultless, firmwareId: 22 }))).toEqual(['certain without faults']);
  expect(rules(cancel(4, faultless), [])).toEqual(['certain without faults']);
});
