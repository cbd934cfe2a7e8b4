import * as v from 'valibot';
import { FleetError } from '../fleet-error.ts';
import type { Order } from './order.ts';
import type { Session } from './session.ts';

/** Longer than the API takes for the largest batch. */
const PATIENCE_MS = 30_000;

const Answer = v.object({
  result: v.number(),
  details: v.array(v.object({ sn: v.string(), result: v.number() })),
});

/** What the API says to a request. */
export type Answer = v.InferOutput<typeof Answer>;

/** Asks the API to start upgrades. Throws a FleetError when there is no answer that makes sense. */
export async function askApi(url: string, { sns, firmwareId }: Order, session: Session): Promise<Answer> {
  try {
    const response = await fetch(`${url}/sc_cloud/upgrade/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies(session) },
      body: JSON.stringify({ sn: sns, 'firmware-id': firmwareId }),
      // The API never redirects, and cookies must not go anywhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return v.parse(Answer, await response.json());
  } catch (cause) {
    // Whatever went wrong, upgrades may have been started.
    throw new FleetError(`${url} gave no proper answer; what was started is not known, and asking again is safe`, {
      cause,
    });
  }
}

/** Percent-encoded, since the API decodes values once and a header does not take every character. */
function cookies({ sid, uid }: Session): string {
  return `cloud-sid=${encodeURIComponent(sid)}; cloud-uid=${encodeURIComponent(uid)}`;
}
