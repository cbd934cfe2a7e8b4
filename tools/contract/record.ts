import * as v from 'valibot';
import { casesFor, DEMO_SUBJECT } from './cases/all.ts';
import type { Case } from './cases/case.ts';
import type { Bodies } from './examples.ts';
import { startStages, type Served } from './fault-stages.ts';
import type { Answer } from './response-validator.ts';
import { send } from './run-cases.ts';

/** A case, and how fresh local stages answered it. */
export interface Answered {
  readonly of: Case;
  readonly answer: Answer;
}

/** Runs every case on fresh local stages, one after another. */
export async function answersOfFreshStages(served: Served): Promise<readonly Answered[]> {
  await using scope = new AsyncDisposableStack();
  const urls = await startStages(scope, served);
  const answered: Answered[] = [];
  for (const of of casesFor(DEMO_SUBJECT)) {
    const answer = await send(urls[of.stage ?? 'demo'], of.request, 60);
    if (typeof answer === 'string') throw new Error(`${of.name}: ${answer}`);
    answered.push({ of, answer });
  }
  return answered;
}

/** The bodies of the examples among the answers. */
export function bodiesOf(answered: readonly Answered[]): Bodies {
  const examples = answered.flatMap(({ of: { example }, answer }) =>
    example === undefined ? [] : [[example, withoutChance(answer.text)] as const],
  );
  return Object.fromEntries(examples);
}

/** Replaces what differs from run to run, ids and times, by fixed values. */
function withoutChance(text: string): object {
  let upgrades = 0;
  const fixed = text
    .replaceAll(/(?<="upgrade-id":")[^"]+/g, () => `01a21ce0-6e00-7a3e-9d41-5b6f0c2e8a${String(10 + upgrades++)}`)
    .replaceAll(/(?<="(?:requested|created|changed|opened)-at":")[^"]+/g, '2026-11-27T12:00:00.000Z')
    .replaceAll(/(?<="lease-ends-at":")[^"]+/g, '2026-11-27T13:00:00.000Z');
  return v.parse(v.looseObject({}), JSON.parse(fixed));
}
