import { describe, expect, test } from '@jest/globals';
import type { History, Invocation, Version } from '../../../../../tools/prove/chaos/checker/history.ts';
import { broken, claimed, later, records, report, requests, underKey } from '../../../../support/histories.ts';

const { start, cancel, dryRun, status, refused } = requests;
const { bob, other, running, expired, ended, failed, cancelled, leaseUntil, ann, cancelledByAnn } = records;

/** Some histories cannot break one rule without another. */
interface More extends Partial<History> {
  readonly also?: readonly string[];
}

type Case = readonly [what: string, ann: Invocation, versions: readonly Version[], more?: More];

const faultless = { faultless: true };
const event = { sn: 'SN1', upgradeId: '2-of-ann' };
const timedOut = { ...report, state: 'timed-out' };
const another = claimed('ann', 1_001, { upgradeId: '1-another' });
const otherFailed = { ...failed, firmwareId: 22 };
const [late, lateFailed] = [bob, failed].map((one) => ({ ...one, upgradeId: '9-of-bob' })) as [Version, Version];
const twice = ['no record otherwise', 'one event each'];
const comesBack = { events: [{ ...event, upgradeId: '1-of-bob' }], also: ['0 has its record'] };

describe.each<[rule: string, cases: Case[]]>([
  ['one upgrade at a time', [['a claim takes the place of a running upgrade', start(0), [bob, running, ann]]]],
  [
    'once under a key',
    [expired, ended, failed, cancelled].map((over): Case => {
      const what = `a claim takes the place of one of its key, ${over.state}`;
      return [what, start(0), underKey(bob, over, ann)];
    }),
  ],
  [
    'ids in the order of claims',
    [['an upgrade has a smaller id than the one it replaces', start(0), [late, lateFailed, ann]]],
  ],
  [
    'claimed once',
    [
      ['an upgrade comes back', start(24), [bob, ended, later(bob, 600, {})], comesBack],
      ['two devices have one', start(0, { sns: ['SN2'] }), [bob, { ...ann, ...bob, sn: 'SN2' }], { also: twice }],
    ],
  ],
  [
    'what is cancelled never begins',
    [
      ['it had begun', cancel(0), [bob, running, cancelledByAnn]],
      ['it begins later', cancel(0), [bob, cancelledByAnn, later(cancelledByAnn, 2_000, { state: 'running' })]],
      ['it succeeds at once', cancel(0), [bob, cancelledByAnn, later(cancelledByAnn, 2_000, { state: 'succeeded' })]],
    ],
  ],
  [
    '0 has its record',
    [
      ['a start has only that of somebody else', start(0), [bob, ended]],
      ['a start was answered before its record was written', start(0), [claimed('ann', 1_011)]],
      ['a start has two', start(0), [another, later(another, 1_001, { state: 'failed' }), ann]],
      ['somebody else has cancelled it', cancel(0), [bob, cancelled]],
      ['it was cancelled after the answer', cancel(0), [bob, later(cancelledByAnn, 1_011, {})]],
      ['it was cancelled twice', cancel(0), [bob, cancelledByAnn, later(cancelledByAnn, 1_004, {})]],
    ],
  ],
  [
    'no record otherwise',
    [
      ['a start was told 11', start(11), [bob, failed, ann], { also: ['11 means another upgrade'] }],
      ...[1, 12, 16, 24].map((code): Case => [`a start was told ${String(code)}`, start(code), [bob, failed, ann]]),
      ...[401, 409, 500, 503].map((code): Case => [`a start was answered HTTP ${String(code)}`, refused(code), [ann]]),
      ['a start was about another device', start(4), [{ ...ann, sn: 'SN2' }]],
      ['a start was about another firmware', start(4), [{ ...ann, firmwareId: 22 }]],
      ['nobody has asked for it', start(4), [{ ...ann, requestedBy: 'zoe' }]],
      ['a cancel started it', cancel(4), [bob, failed, ann]],
      ['a cancel was told 1', cancel(1), [bob, cancelledByAnn]],
      ['a cancel was about another firmware', cancel(4, { firmwareId: 22 }), [bob, cancelledByAnn]],
      ['a cancel was about another device', cancel(4, { sns: ['SN2'] }), [bob, cancelledByAnn]],
      ['a start cancelled it', start(4), [bob, cancelledByAnn]],
    ],
  ],
  [
    '1 means the same upgrade',
    [
      ['nothing was on record', start(1), []],
      ['it had ended', start(1), [bob, ended]],
      ['it was to another firmware', start(1), [other]],
      ['a dry run was about another firmware', dryRun(1, { firmwareId: 22 }), [bob]],
      ['it had ended, and was of another key', start(1, { key: 'k-2' }), underKey(bob, ended)],
      ['it had ended, and was of the key, to another firmware', start(1, { key: 'k-1' }), underKey(other, otherFailed)],
    ],
  ],
  [
    '11 means another upgrade',
    [
      ['nothing was on record', start(11), []],
      ['it had ended', start(11), [other, { ...ended, firmwareId: 22 }]],
      ['its lease had run out', start(11), [other, { ...expired, firmwareId: 22 }]],
      ['it was cancelled', start(11, { firmwareId: 22 }), [bob, cancelled]],
      ['it was to the same firmware, says a dry run', dryRun(11), [bob]],
      ['a cancel was about it', cancel(11), [bob]],
    ],
  ],
  [
    '1 of a cancel means cancelled',
    [
      ['it was requested', cancel(1), [bob]],
      ['it was cancelled later', cancel(1), [bob, later(cancelled, 1_011, {})]],
    ],
  ],
  [
    '38 means begun or ended',
    [
      ['it was requested', cancel(38), [bob]],
      ['it was cancelled', cancel(38), [bob, cancelled]],
      ['it began later', cancel(38), [bob, later(running, 1_011, {})]],
      ['it was to another firmware', cancel(38), [other, { ...running, firmwareId: 22 }]],
    ],
  ],
  [
    '16 of a cancel means no such upgrade',
    [bob, other].map((live): Case => [`${String(live.firmwareId)} was requested`, cancel(16), [live]]),
  ],
  ['16 of a status means no upgrade', [['one was on record', status(16), [bob]]]],
  [
    'a status tells what is on record',
    [
      ['it told nothing', status(undefined), [bob]],
      ['there never was any', status(report), []],
      ['it told of another upgrade', status({ ...report, upgradeId: '0-of-eve' }), [bob]],
      ['it told of another firmware', status({ ...report, firmwareId: 22 }), [bob]],
      ['it told a state of before', status(report), [bob, running]],
      ['it told a state of later', status({ ...report, state: 'running' }), [bob, later(running, 1_011, {})]],
      ['it told that a live upgrade timed out', status(timedOut), [bob]],
      ['it told that an expired upgrade runs', status({ ...report, state: 'running' }), [bob, expired]],
      ['it told that a failed upgrade timed out', status(timedOut), [bob, { ...expired, state: 'failed' }]],
    ],
  ],
  [
    'what is live is said',
    [
      ['a start is told 12', start(12), [bob, leaseUntil(2)]],
      ['it is of its own key, and over', start(12, { key: 'k-1' }), underKey(bob, ended)],
      ...[0, 12].map((code): Case => [`a dry run is told ${String(code)}`, dryRun(code), [bob]]),
    ],
  ],
  [
    'one event each',
    [
      ['an upgrade has none', start(0), [ann], { events: [] }],
      ['an upgrade has two', start(0), [ann], { events: [event, event] }],
      ['an event is of no upgrade', start(0), [ann], { events: [event, { ...event, upgradeId: 'unheard-of' }] }],
    ],
  ],
  [
    'table as told',
    [
      ['it lacks a record', start(0), [ann], { table: [] }],
      ['it has another upgrade', start(0), [ann], { table: [{ ...ann, upgradeId: '1-another' }] }],
      ['it has another state', start(0), [ann], { table: [{ ...ann, state: 'failed' }] }],
      ['it has a record that the stream never told of', start(0), [ann], { table: [ann, { ...ann, sn: 'SN2' }] }],
    ],
  ],
  [
    'certain without faults',
    [
      ['a start is told 4', start(4, faultless), []],
      ['a start gets no answer', start(undefined, faultless), []],
      ['a start is answered HTTP 503', refused(503, faultless), []],
    ],
  ],
])('"%s" is broken when', (rule, cases) => {
  test.each(cases)('%s', (_what, invocation, versions, { also = [], ...overrides } = {}) => {
    expect(broken([invocation], versions, overrides).toSorted()).toEqual([rule, ...also].toSorted());
  });
});
