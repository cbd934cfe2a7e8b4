import { DEMO } from '../../stage/demo-data/demo.ts';
import { upgradeEvent } from '../events.ts';
import type { Ground } from '../tables/grounds.ts';
import { readAnswer } from './answers.ts';
import { freshProcess, progress, type Bench } from './bench.ts';

const cookies = (sid: string, uid: string) => [`cloud-sid=${sid}`, `cloud-uid=${uid}`];

/** Callers that start-upgrade refuses after looking up a session, found or not. */
export const REFUSED: Readonly<Record<string, string[]>> = {
  'unknown session': cookies('nobody', 'nobody'),
  'wrong user': cookies(DEMO.admin.sid, DEMO.user.uid),
  'expired session': cookies(DEMO.expired.sid, DEMO.expired.uid),
  'session without rights': cookies(DEMO.user.sid, DEMO.user.uid),
};

/** Measures in turn how long start-upgrade takes to refuse each: the time must not reveal the reason. */
export async function measureRefusals(bench: Bench, ground: Ground): Promise<void> {
  const { rounds, calls } = bench.plan.refusals;
  const [ours] = bench.subjects.upgraders;
  await using environment = freshProcess(bench, ours, ground);
  const step = progress('refusals', rounds + 1);
  // The first round is the warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [who, shown] of Object.entries(REFUSED)) {
      const event = upgradeEvent(['A1'], { cookies: shown });
      const { durations, answers } = await environment.run(Array<string>(calls).fill(event));
      if (!answers.every((answer) => [401, 403].includes(readAnswer(answer).statusCode))) {
        throw new Error(`${ours.name} should have refused: ${who}`);
      }
      if (round > 0) bench.ledger.add(['refusal', who], ...durations);
    }
    step();
  }
}
