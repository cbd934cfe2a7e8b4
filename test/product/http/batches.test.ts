import { expect, test } from '@jest/globals';
import { newDevices, newSns, post, results, upgrade } from '../../support/stage.ts';

test('A batch of 1,000 devices is started, answered in order, and repeated', async () => {
  const sns = await newDevices(1000);
  const shuffled = sns.toReversed();
  const reply = await upgrade(shuffled);
  expect(reply.status).toBe(200);
  expect(reply.body.details).toEqual(shuffled.map((sn) => ({ sn, result: 0 })));
  expect(new Set(results(await upgrade(sns)))).toEqual(new Set([1]));
});

test.each([99, 100, 101, 200, 201])(
  'A batch of %i devices, known and unknown, has an entry for each',
  async (count) => {
    const known = await newDevices(count - 1);
    const [unknown = ''] = newSns(1);
    const sns = [...known.slice(0, 50), unknown, ...known.slice(50)];
    expect((await upgrade(sns)).body.details).toEqual(sns.map((sn) => ({ sn, result: sn === unknown ? 16 : 0 })));
  },
);

test('A batch of 1,001 is refused with TOO_MANY, and starts none', async () => {
  const reply = await upgrade(newSns(1001));
  expect([reply.status, reply.body]).toEqual([400, { result: 17, method: 'start-upgrade', details: [] }]);
});

test('A batch of the longest serial numbers fits the body limit', async () => {
  const sns = newSns(1000).map((sn) => sn.padEnd(64, 'x'));
  const reply = await upgrade(sns);
  expect([reply.status, reply.body.details?.length]).toEqual([200, 1000]);
});

test('A body over the limit is refused with TOO_LARGE', async () => {
  const reply = await post(JSON.stringify({ note: 'x'.repeat(300_000), sn: ['A302190930002'], 'firmware-id': 21 }));
  expect([reply.status, reply.body]).toEqual([413, { result: 18, method: 'start-upgrade', details: [] }]);
});
