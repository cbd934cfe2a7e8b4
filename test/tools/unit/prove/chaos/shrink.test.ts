import { expect, test } from '@jest/globals';
import { check } from '../../../../../tools/prove/chaos/checker/check.ts';
import { shrink } from '../../../../../tools/prove/chaos/checker/shrink.ts';
import { tell } from '../../../../../tools/prove/chaos/checker/tell.ts';
import { ask, claimed, history, reported } from '../../../../support/histories.ts';

const first = claimed('ann', 100);
const firstEnded = reported(first, 200, { state: 'succeeded' });
const second = claimed('bob', 300);
const third = claimed('eve', 400);
const elsewhere = claimed('zoe', 400, { sn: 'SN2' });

test('A violation is told with the requests and the records that it takes, and nothing else', () => {
  const whole = history(
    [
      ask('ann', 0, { begun: 90, ended: 110 }),
      ask('bob', 0, { begun: 290, ended: 310, sns: ['SN1', 'SN2'] }),
      ask('eve', 0, { begun: 390, ended: 410 }),
      ask('joe', 1, { begun: 500, ended: 510 }),
      ask('zoe', 0, { begun: 390, ended: 410, sns: ['SN2'] }),
    ],
    [first, firstEnded, second, third, elsewhere],
  );
  const violation = check(whole).find(({ rule }) => rule === 'one upgrade at a time');
  if (violation === undefined) throw new Error('the history is meant to break the rule');
  const smallest = shrink(whole, violation);
  expect(smallest.versions).toEqual([second, third]);
  expect(smallest.asks.map(({ user, sns }) => [user, sns])).toEqual([
    ['bob', ['SN1']],
    ['eve', ['SN1']],
  ]);
  expect(check(smallest)).toContainEqual(violation);
  expect(tell(smallest)).toEqual([
    'request bob, for firmware 21 from 00:00:00.290 to 00:00:00.310, was told 0',
    'record  of-bob (firmware 21, by bob, requested, lease until 01:00:00.000), written from 00:00:00.300 to 00:00:00.302',
    'request eve, for firmware 21 from 00:00:00.390 to 00:00:00.410, was told 0',
    'record  of-eve (firmware 21, by eve, requested, lease until 01:00:00.000), written from 00:00:00.400 to 00:00:00.402',
    'event   UpgradeRequested of-bob',
    'event   UpgradeRequested of-eve',
  ]);
});

test('What was on record meanwhile stays with a 1 that it does not explain', () => {
  const whole = history([ask('ann', 0, { begun: 90, ended: 110 }), ask('joe', 1)], [first, firstEnded]);
  const [violation] = check(whole);
  if (violation === undefined) throw new Error('the history is meant to break a rule');
  expect(shrink(whole, violation).versions).toEqual([first, firstEnded]);
});
