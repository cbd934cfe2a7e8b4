import type { Sample } from './sample.ts';
import { samples } from './samples.ts';
import { startStages, type Served } from './stages.ts';

/** A sample, and how a stage answered it. */
export interface Answered extends Sample {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends every sample to fresh local stages, one after another, and returns the answers. */
export async function recordAnswers(served: Served): Promise<readonly Answered[]> {
  await using scope = new AsyncDisposableStack();
  const urls = await startStages(scope, served);
  const answers: Answered[] = [];
  for (const sample of samples) answers.push(await ask(sample, urls[sample.stage]));
  return answers;
}

async function ask(sample: Sample, url: string): Promise<Answered> {
  const { method, path, headers, body = null } = sample.request;
  const answer = await fetch(`${url}${path}`, { method, headers, body });
  return { ...sample, status: answer.status, headers: answer.headers, body: withoutChance(await answer.text()) };
}

/** Replaces what differs from run to run, ids and times, by fixed values. */
function withoutChance(text: string): unknown {
  return JSON.parse(
    text
      .replaceAll(/(?<="upgrade-id":")[^"]+/g, '01a21d2b-7c00-7a3e-9d41-5b6f0c2e8a17')
      .replaceAll(/(?<="requested-at":")[^"]+/g, '2026-11-27T12:00:00.000Z')
      .replaceAll(/(?<="lease-ends-at":")[^"]+/g, '2026-11-27T13:00:00.000Z'),
  );
}
