import { startGateways } from './gateways.ts';
import { listSamples } from './list-samples.ts';
import type { Recorded } from './recorded.ts';
import type { Sample } from './sample.ts';
import { upgradeSamples } from './upgrade-samples.ts';

/** The headers that the contract is about. */
const HEADERS = ['content-type', 'cache-control', 'x-content-type-options', 'retry-after'];

/** Asks a fresh local stage for every sample, one after the other, and returns what it answered. */
export async function recordAnswers(): Promise<readonly Recorded[]> {
  const gateways = await startGateways();
  try {
    const answers: Recorded[] = [];
    for (const sample of [...listSamples, ...upgradeSamples]) answers.push(await record(sample, gateways.urls));
    return answers;
  } finally {
    await gateways.close();
  }
}

async function record(
  { name, summary, response, gateway, request }: Sample,
  urls: Readonly<Record<Sample['gateway'], string>>,
): Promise<Recorded> {
  const { method, path, headers, body = null } = request;
  const answer = await fetch(`${urls[gateway]}${path}`, { method, headers, body });
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
    body: await answer.json(),
  };
}
