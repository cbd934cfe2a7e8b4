/** What becomes of devices when the database goes down after they were judged. */
import { expect, test } from '@jest/globals';
import type { Intervention } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { newDevices, results, storedUpgrade, upgrade } from '../../support/stage.ts';
import { stageBehindProxy } from '../../support/stage-behind-proxy.ts';

/** Claims are repeated until the function would be stopped. Here that is sooner than the stack's 25 s, to save time. */
const CLAIMING_SECONDS = 12;

test.concurrent.each<[string, Awaited<ReturnType<Intervention>>]>([
  ['breaking every connection', 'drop'],
  ['with expired credentials', databaseError('ExpiredTokenException')],
  ['in silence', 'hang'],
])(
  'While its database goes down between the reads and the claims (%s), it leaves 4 for every device of 1,000 before the function is stopped; asking again starts them',
  async (_what, outcome) => {
    const [behind, sns] = await Promise.all([stageBehindProxy(CLAIMING_SECONDS), newDevices(1000)]);
    let down = false;
    behind.proxy.intervene = ({ operation }, forward) => {
      down ||= operation === 'PutItem' || operation === 'BatchExecuteStatement';
      return down ? Promise.resolve(outcome) : forward();
    };
    const reply = await upgrade(sns, 21, behind.url);
    expect([reply.status, reply.body.result, new Set(results(reply))]).toEqual([200, 0, new Set([4])]);
    expect(await storedUpgrade(sns[0] ?? '')).toBeUndefined();
    behind.proxy.intervene = (_call, forward) => forward();
    expect(results(await upgrade(sns.slice(0, 2), 21, behind.url))).toEqual([0, 0]);
    await behind.close();
  },
);
