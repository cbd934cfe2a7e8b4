import { expect, jest, test } from '@jest/globals';
import type { Letter } from '../../../../functions/domain/members.ts';
import { OddRollout, StoreUnavailable, type Rollouts } from '../../../../functions/domain/ports.ts';
import type { Rollout } from '../../../../functions/domain/rollout.ts';
import { awaitedAmong, type KnownRollout } from '../../../../functions/rollout/advance/awaited.ts';
import { live, UNTOLD } from '../../../support/fakes.ts';
import { rolloutOf } from '../../../support/rollouts/rollout-of.ts';

const first = rolloutOf({ rolloutId: 'first', revision: 3 });
const newer = { ...first, revision: 4 };

/** The roll-out as the run knows it, with a member in its second open chunk. */
function known(letter: Letter, sn = 'SN1'): KnownRollout {
  const chunk = (number: number, sns: string[]) => [number, { number, sns, letters: ['s', letter] }] as const;
  const chunks = new Map([chunk(0, ['SN7']), chunk(1, ['SN8', sn])]);
  return { rolloutId: 'first', view: { rollout: first, chunks }, isOdd: false, isGone: false };
}

const unread = { ...known('s'), view: undefined };
const KEY = 'rollout:first';

test.each<[string, string | undefined, KnownRollout | undefined, Rollout | Error | undefined, boolean, number]>([
  ['by a caller', 'ann 1', undefined, newer, false, 0],
  ['without a key', undefined, undefined, newer, false, 0],
  ['by the roll-out itself', 'rollout:mine', undefined, newer, false, 0],
  ['by one in which it is under way', KEY, known('r'), first, true, 2],
  ['by one in which it waited a moment ago', KEY, known('o'), first, true, 2],
  ['by one in which it was queued a moment ago', KEY, known('q'), first, true, 2],
  ['by one that has seen its end', KEY, known('s'), first, false, 2],
  ['by one that has no open chunk with it', KEY, known('r', 'SN2'), first, false, 2],
  ['by one that has moved on', KEY, known('s'), newer, true, 2],
  ['by one that cannot be read now', KEY, known('s'), new StoreUnavailable('reading'), true, 2],
  ['by one that has become odd', KEY, known('s'), new OddRollout('odd'), false, 2],
  ['by one that was not looked at yet', KEY, unread, first, true, 0],
  ['by one that was odd', KEY, { ...unread, isOdd: true }, first, false, 0],
  ['by one that is gone', KEY, { ...unread, isGone: true }, first, false, 0],
  ['by one that the index did not tell', KEY, undefined, first, true, 2],
  ['by one that is over', KEY, undefined, { ...newer, phase: 'over' }, false, 1],
  ['by one that is no more', KEY, undefined, undefined, false, 1],
])('A device that was started %s is awaited or not', async (_by, requestKey, other, found, isAwaited, reads) => {
  const find = jest.fn<Rollouts['find']>(() =>
    found instanceof Error ? Promise.reject(found) : Promise.resolve(found),
  );
  const [others, over] = [other === undefined ? [] : [other], new Set<string>()];
  const records = new Map([['SN1', { ...UNTOLD, ...live, requestKey }]]);
  for (const time of ['first', 'second']) {
    const awaited = await awaitedAmong(records, 'mine', others, over, { find });
    expect([time, ...awaited]).toEqual([time, ...(isAwaited ? ['SN1'] : [])]);
  }
  expect(find).toHaveBeenCalledTimes(reads);
});
