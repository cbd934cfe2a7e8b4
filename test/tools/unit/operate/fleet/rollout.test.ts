import { expect, test } from '@jest/globals';
import { Command } from '@commander-js/extra-typings';
import type { RolloutDetail } from '../../../../../client/src/index.ts';
import { NO_MEMBERS } from '../../../../../functions/domain/members.ts';
import { nextId } from '../../../../../tools/operate/fleet/rollout/make.ts';
import { planFields, withPlan } from '../../../../../tools/operate/fleet/rollout/plan.ts';
import { remedyOf } from '../../../../../tools/operate/fleet/rollout/show.ts';
import { faultOf, isSettled } from '../../../../../tools/operate/fleet/rollout/watch.ts';

const planOf = (options: string) =>
  planFields(withPlan(new Command()).parse(options.split(' ').filter(Boolean), { from: 'user' }).opts());

test.each([
  ['', {}],
  ['--waves 5,10%,100%', { waves: [{ devices: 5 }, { percent: 10 }, { percent: 100 }] }],
  ['--between 1h', { 'between-waves': 60 }],
  ['--between 7d', { 'between-waves': 10_080 }],
  ['--between manual', { 'between-waves': 'manual' }],
  ['--stop 5%/100', { stop: { 'failed-percent': 5, 'of-at-least': 100 } }],
  ['--stop 5%', { stop: { 'failed-percent': 5 } }],
  ['--wait 72h --max-in-flight 9', { 'wait-hours': 72, 'max-in-flight': 9 }],
  ['--wait 0 --between 0', { 'wait-hours': 0, 'between-waves': 0 }],
])('The options "%s" are fields of create-rollout', (options, fields) => {
  expect(planOf(options)).toEqual(fields);
});

test.each([
  ['spring', 'spring-retry'],
  ['spring-retry', 'spring-retry-2'],
  ['spring-retry-9', 'spring-retry-10'],
])('The failed devices of %s are retried as %s', (id, next) => {
  expect(nextId(id)).toBe(next);
});

test('An id that leaves no room for that is to be given', () => {
  expect(() => nextId('a'.repeat(59))).toThrow('give --id');
});

const rollout = (more: Partial<RolloutDetail>, counts: object = {}): RolloutDetail => {
  return { 'rollout-id': 'r', result: 0, version: 7, total: 9, counts: { ...NO_MEMBERS, ...counts }, ...more };
};

test.each<[RolloutDetail, string | undefined]>([
  [rollout({ state: 'running' }), undefined],
  [rollout({ state: 'paused', reason: 'operator' }), 'To go on: "rollout resume r --version 7"'],
  [rollout({ state: 'paused', reason: 'failures' }), 'Too many have failed: see "rollout status r --state failed'],
  [rollout({ state: 'paused', reason: 'error' }), 'Its record cannot be read'],
  [rollout({ state: 'paused', reason: 'of tomorrow' }), 'To go on: "rollout resume'],
])('A person is told what to do for %j', (detail, remedy) => {
  expect(remedyOf(detail)).toEqual(remedy && expect.stringContaining(remedy));
});

test.each<[RolloutDetail, string | undefined]>([
  [rollout({ state: 'completed' }, { succeeded: 8, skipped: 1 }), undefined],
  [rollout({ state: 'completed' }, { succeeded: 7, failed: 1, lost: 1 }), '2 of 9 devices have not succeeded'],
  [rollout({ state: 'paused', reason: 'gate' }, { running: 1 }), 'Roll-out r is paused (gate)'],
  [rollout({ state: 'cancelled' }, { queued: 9 }), 'Roll-out r is cancelled'],
])('What is watched has settled: %j', (detail, fault) => {
  expect([isSettled(detail), faultOf(detail)]).toEqual([true, fault && expect.stringContaining(fault)]);
});

test.each([rollout({ state: 'running' }), rollout({ state: 'cancelled' }, { running: 1 })])(
  'What is watched goes on: %j',
  (detail) => {
    expect(isSettled(detail)).toBe(false);
  },
);
