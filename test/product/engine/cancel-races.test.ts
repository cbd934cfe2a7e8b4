import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { databaseOfSuite } from '../../support/database.ts';
import { storedUpgrade } from '../../support/stage.ts';
import { begin, BY_BOB, cancellationsOn, held } from '../../support/stored-upgrades.ts';

const database = databaseOfSuite();

const STEP_MS = 5;

test('400 times a cancellation and the first report of the device gateway race: one wins, and both tell the truth', async () => {
  const won = { cancel: 0, begin: 0 };
  /** Milliseconds by which reports set out before the cancellations; after them, if negative. */
  let ahead = 0;
  for (let round = 0; round < 16; round += 1) {
    const sns = await Promise.all(Array.from({ length: 10 }, () => held({ state: 'requested' })));
    const delay = Math.max(-ahead, 0);
    // Reports spread over the time in which the cancellations are made.
    const reports = () => Promise.all(sns.map((sn, at) => pause(delay + 2 * at).then(() => begin(sn))));
    let begun: Promise<readonly string[]> = Promise.resolve([]);
    const outcomes = await cancellationsOn(database)(sns, BY_BOB, async () => {
      begun = reports();
      await pause(Math.max(ahead, 0));
    });
    const reported = await begun;
    const states = await Promise.all(sns.map(async (sn) => (await storedUpgrade(sn))?.['state']));
    for (const [at, state] of states.entries()) {
      const wins = state === 'cancelled' ? 'cancel' : 'begin';
      won[wins] += 1;
      const told = [outcomes[at]?.kind, reported[at], state];
      expect(told).toEqual(wins === 'cancel' ? ['written', 'stale', 'cancelled'] : ['refused', 'recorded', 'running']);
    }
    // Whoever won less sets out earlier next time: on any machine both come first at times, or it would be no race.
    ahead += won.cancel > won.begin ? STEP_MS : -STEP_MS;
  }
  expect(Math.min(won.cancel, won.begin)).toBeGreaterThan(8);
});
