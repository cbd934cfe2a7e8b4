/** What becomes of devices when the database goes down after they were judged. */
import { expect, test } from '@jest/globals';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import type { Outcome } from '../../support/database-proxy.ts';
import { newDevices, results, storedUpgrade, upgrade, type Reply } from '../../support/stage.ts';
import { stageBehindProxy } from '../../support/stage-behind-proxy.ts';

/** Claims are repeated until the function would be stopped. Here that is sooner than the stack's 25 s, to save time. */
const CLAIMING_SECONDS = 12;

/** A call of 25 statements of which each fails. */
const failing = (Code: string) => ({ status: 200, body: { Responses: Array<object>(25).fill({ Error: { Code } }) } });
const UNANSWERED = /"level":"ERROR".*"code":"WRITES_UNANSWERED"/;

/** In every batch: none of them is ever started. */
const others = await newDevices(998);

// Silence takes the longest.
test.concurrent.each<[string, number, Outcome, RegExp]>([
  ['breaking every connection', 50, 'drop', UNANSWERED],
  ['with its credentials expired', 50, databaseError('ExpiredTokenException'), UNANSWERED],
  ['in silence', 1000, 'hang', UNANSWERED],
  ['throttling all statements', 50, failing('ThrottlingError'), /"level":"WARN".*"code":"WRITES_GIVEN_UP"/],
  ['denying each statement', 50, failing('AccessDenied'), /"level":"ERROR".*"code":"WRITE_NOT_TAKEN".*"devices":25/],
])(
  'While its database goes down between the reads and the claims (%s), it leaves 4 for every device of %i before the function is stopped, and the log and the metric say so; asking again starts them',
  async (_what, size, outcome, logged) => {
    const [behind, own] = await Promise.all([stageBehindProxy(CLAIMING_SECONDS), newDevices(2)]);
    const sns = [...own, ...others.slice(2 - size)];
    const hasClaimed = () => behind.proxy.calls.some(({ operation }) => operation === 'BatchExecuteStatement');
    behind.proxy.intervene = (_call, forward) => (hasClaimed() ? Promise.resolve(outcome) : forward());
    let reply: Reply;
    do {
      behind.proxy.calls.length = behind.logs.length = 0;
      reply = await upgrade(sns, 21, behind.url);
      // On a busy machine, reading may take the time that is for claims, or the answer more than is left for it.
    } while (!hasClaimed() || reply.status === 500);
    expect([reply.status, reply.body.result, new Set(results(reply))]).toEqual([200, 0, new Set([4])]);
    expect(behind.logs).toEqual(expect.arrayContaining([expect.stringMatching(logged)]));
    expect(behind.logs).toEqual(expect.arrayContaining([expect.stringContaining(`"TryAgain":${String(size)}`)]));
    expect(await storedUpgrade(sns[0] ?? '')).toBeUndefined();
    behind.proxy.intervene = (_call, forward) => forward();
    expect(results(await upgrade(own, 21, behind.url))).toEqual([0, 0]);
    await behind.close();
  },
);
