import { expect, test } from '@jest/globals';
import { newDevices, newSns, results, upgrade } from '../../support/stage.ts';

test('A batch of 1,000 devices is started, answered in order, and repeated', async () => {
  const sns = await newDevices(1000);
  const shuffled = sns.toReversed();
  const reply = await upgrade(shuffled);
  expect(reply.status).toBe(200);
  expect(reply.body.details).toEqual(shuffled.map((sn) => ({ sn, result: 0 })));
  expect(new Set(results(await upgrade(sns)))).toEqual(new Set([1]));
});

test('A batch of the longest serial numbers fits the body limit', async () => {
  const sns = newSns(1000).map((sn) => sn.padEnd(64, 'x'));
  const reply = await upgrade(sns);
  expect([reply.status, reply.body.details?.length]).toEqual([200, 1000]);
});
