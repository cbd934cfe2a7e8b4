import { isDeepStrictEqual } from 'node:util';
import type { Subject } from '../bundles/subjects.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { upgradeEvent } from '../upgrade-event.ts';
import { within, type Bench, type Ground } from './bench.ts';
import { readAnswer } from './results.ts';

const BATCH = 10;
const STRANGER = ['cloud-sid=nobody', 'cloud-uid=nobody'];

/** Throws unless all subjects answer as ours: fresh, repeated, another firmware, and no session. */
export async function requireSameAnswers(bench: Bench, ground: Ground): Promise<void> {
  const { upgraders } = bench.subjects;
  bench.progress.begin('same answers', upgraders.length);
  const expected = new Map<string, unknown>();
  for (const subject of upgraders) {
    const answers = await answersOf(bench, ground, subject);
    for (const [what, answer] of answers) {
      if (!expected.has(what)) expected.set(what, answer);
      if (isDeepStrictEqual(answer, expected.get(what))) continue;
      throw new Error(`${subject.name} does not answer as ours, ${what}: ${JSON.stringify(answer)}`);
    }
    bench.progress.step();
  }
}

async function answersOf(bench: Bench, ground: Ground, subject: Subject): Promise<[string, unknown][]> {
  const [sns = []] = await ground.supply.take(subject.name, BATCH, 1);
  const events: readonly [string, string][] = [
    ['fresh', upgradeEvent(sns)],
    ['repeated', upgradeEvent(sns)],
    ['with another firmware', upgradeEvent(sns, { firmwareId: DEMO.otherFirmwareId })],
    ['without a session', upgradeEvent(sns, { cookies: STRANGER })],
  ];
  const { answers } = await within(bench, subject, ground, (environment) =>
    environment.run(events.map(([, event]) => event)),
  );
  return events.map(([what], index) => [what, readAnswer(answers[index] ?? '')]);
}
