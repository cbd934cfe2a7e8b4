import { expect, test } from '@jest/globals';
import { Waves } from '../../../../tools/measure/tables/waves.ts';

const call = () => Promise.resolve('answer');

test('Calls that do not wait for each other are one round trip', async () => {
  const waves = new Waves();
  await Promise.all([waves.through(call), waves.through(call), waves.through(call)]);
  expect(waves.take()).toBe(1);
});

test('A call that waits for the answer of another is a round trip more', async () => {
  const waves = new Waves();
  expect(await waves.through(call)).toBe('answer');
  await waves.through(call);
  expect([waves.take(), waves.take()]).toEqual([2, 0]);
});
