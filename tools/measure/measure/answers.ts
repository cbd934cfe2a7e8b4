import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { upgradeEvent } from '../events.ts';
import type { Subject } from '../subjects.ts';
import type { LocalGround } from '../tables/grounds.ts';
import { freshProcess, progress, type Bench } from './bench.ts';

const answerSchema = v.object({ statusCode: v.number(), body: v.string() });
const bodySchema = v.object({ details: v.array(v.object({ result: v.number() })) });

/** Throws unless every answer gives all devices this result: an error would pass for a fast answer. */
export function requireResults(name: string, answers: readonly string[], batch: number, result: number): void {
  for (const answer of answers) {
    const { statusCode, body } = readAnswer(answer);
    const { details } = v.parse(bodySchema, body);
    if (details.length === batch && details.every((detail) => detail.result === result)) continue;
    throw new Error(
      `${name} should have told ${String(batch)} devices ${String(result)}: ${String(statusCode)} ${answer.slice(0, 300)}`,
    );
  }
}

/** Status and body of an answer, as JSON values. */
export function readAnswer(answer: string): { statusCode: number; body: unknown } {
  const { statusCode, body } = v.parse(answerSchema, JSON.parse(answer));
  return { statusCode, body: JSON.parse(body) };
}

const BATCH = 10;
const STRANGER = ['cloud-sid=nobody', 'cloud-uid=nobody'];

/** Throws unless all subjects answer like ours: fresh, repeated despite changes, other firmware, no session. */
export async function requireSameAnswers(bench: Bench, ground: LocalGround): Promise<void> {
  const { upgraders } = bench.subjects;
  const step = progress('same answers', upgraders.length);
  const expected = new Map<string, unknown>();
  for (const subject of upgraders) {
    for (const [what, answer] of await answersOf(bench, ground, subject)) {
      if (!expected.has(what)) expected.set(what, answer);
      if (isDeepStrictEqual(answer, expected.get(what))) continue;
      throw new Error(`${subject.name} does not answer as ours, ${what}: ${JSON.stringify(answer)}`);
    }
    step();
  }
}

async function answersOf(bench: Bench, ground: LocalGround, subject: Subject): Promise<[string, unknown][]> {
  const { supply, database } = ground;
  const [sns = []] = await supply.take(subject.name, BATCH, 1);
  await using environment = freshProcess(bench, subject, ground);
  const ask = async (what: string, event: string): Promise<[string, unknown]> => {
    const { answers } = await environment.run([event]);
    return [what, readAnswer(answers[0] ?? '')];
  };
  const answers = [
    await ask('fresh', upgradeEvent(sns)),
    await ask('repeated', upgradeEvent(sns)),
    await ask('with another firmware', upgradeEvent(sns, { firmwareId: DEMO.otherFirmwareId })),
    await ask('without a session', upgradeEvent(sns, { cookies: STRANGER })),
  ];
  await database.removeDevices(sns);
  answers.push(await ask('repeated with its devices no longer registered', upgradeEvent(sns)));
  await database.putDevices(sns);
  return answers;
}
