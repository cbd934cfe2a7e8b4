import { expect, test } from '@jest/globals';
import type { Moment, RolloutInvocation, Version } from '../../../../../tools/prove/chaos/checker/history.ts';
import { broken, byRollout, later, moment } from '../../../../support/histories.ts';

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
