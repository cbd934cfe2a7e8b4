/** When the rules of the checker hold. When they are broken is in violations.test.ts, but for those of roll-outs. */
import { describe, expect, test } from '@jest/globals';
import type {
  Invocation,
  Moment,
  RolloutInvocation,
  Version,
} from '../../../../../tools/prove/chaos/checker/history.ts';
import {
  broken,
  byRollout,
  claimed,
  later,
  moment,
  records,
  report,
  requests,
  underKey,
} from '../../../../support/histories.ts';

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

const inWaves = { waves: [{ devices: 1 }, { devices: 2 }] };
const brittle = { failedPercent: 5, ofAtLeast: 1 };
const told = (operation: RolloutInvocation['operation'], answer: RolloutInvocation['answer']): RolloutInvocation => ({
  ...{ operation, rolloutId: 'spring-21', begun: 1_005, ended: 1_010, faultless: true, ...(answer && { answer }) },
});
const paused = { state: 'paused' } as const;
const [ofSn0, ofSn1] = [byRollout(), byRollout({ sn: 'SN1' })];
const another = { ...ofSn0, upgradeId: '9' };
const failedOf = (version: Version) => later(version, 1_100, { state: 'failed' });
const counts = { queued: 2 };
const miscounted = { status: 200, result: 0, version: 1, state: 'running', total: 1, counts };

/** Each ends at rest, but for the one that does not. */
test.each<[rule: string, what: string, log: Moment[], ...invocations: RolloutInvocation[]]>([
  ['R1', 'a member is started twice', [moment('q'), moment('r', {}, [ofSn0]), moment('r', {}, [another])]],
  ['R2', 'a member is started while it is paused', [moment('q', paused), moment('r', paused, [ofSn0])]],
  ['R2', 'a pause was told 0, and it went on', [moment('q')], told('pause-rollout', { status: 200, result: 0 })],
  ['R3', 'counts are not those of the letters', [moment('q', { counts: { queued: 2 } })]],
  ['R3', 'a member succeeded that has no record', [moment('r'), moment('s')]],
  ['R3', 'a status told other counts', [moment('q')], told('rollout-status', miscounted)],
  ['R4', 'too many are under way', [moment('rq', { maxInFlight: 1 }), moment('rr', { maxInFlight: 1 }, [ofSn1])]],
  ['R5', 'a member of the next wave is started', [moment('qq', inWaves), moment('qr', inWaves, [ofSn1])]],
  [
    'R6',
    'a member is started after too many have failed',
    [moment('rq', brittle, [ofSn0]), moment('fq', brittle, [failedOf(ofSn0)]), moment('fr', brittle, [ofSn1])],
  ],
  ['R7', 'what has ended changes', [moment('s'), moment('f')]],
  ['R8', 'it does not go on', [moment('q')]],
  ['certain without faults', 'a request has no answer', [moment('q')], told('rollout-status', undefined)],
])('"%s" is broken when of a roll-out %s', (rule, _what, log, ...rolloutInvocations) => {
  const rest = log.slice(-1).map(({ stored }) => ({
    ...moment(stored?.letters.join('') ?? '', { ...stored?.rollout, ...paused }),
    ...{ sent: 2_000, answered: 2_002 },
  }));
  expect(broken([], [], { log: rule === 'R8' ? log : [...log, ...rest], rolloutInvocations })).toEqual([rule]);
});

test('Under the key of a roll-out nothing is recorded for others than its members', () => {
  const log = [moment('q', { ...paused, firmwareId: 21 })];
  const of = (version: Version) => broken([], [version, failedOf(version)], { log });
  expect([of(ofSn0), of(byRollout({ sn: 'SN7' }))]).toEqual([[], ['no record otherwise']]);
});
