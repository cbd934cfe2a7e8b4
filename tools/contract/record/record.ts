import type { Recorded } from './recorded.ts';
import type { Sample } from './sample.ts';
import { samples } from './samples.ts';
import { startStages, type Served } from './stages.ts';

/** The headers that the contract covers. */
const HEADERS = ['content-type', 'cache-control', 'x-content-type-options', 'strict-transport-security', 'retry-after'];

/** Sends every sample to fresh local stages, one after another, and returns the answers. */
export async function recordAnswers(served: Served): Promise<readonly Recorded[]> {
  await using scope = new AsyncDisposableStack();
  const urls = await startStages(scope, served);
  const answers: Recorded[] = [];
  for (const sample of samples) answers.push(await record(sample, urls[sample.stage]));
  return answers;
}

async function record({ name, summary, response, request }: Sample, url: string): Promise<Recorded> {
  const { method, path, headers, body = null } = request;
  const answer = await fetch(`${url}${path}`, { method, headers, body });
  const kept = HEADERS.flatMap((header) => {
    const value = answer.headers.get(header);
    return value === null ? [] : [[header, value] as const];
  });
  return {
    name,
    summary,
    response,
    request: { method, path },
    status: answer.status,
    headers: Object.fromEntries(kept),
    body: withoutChance(await answer.text()),
  };
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
