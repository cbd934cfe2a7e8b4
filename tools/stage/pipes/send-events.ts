import { reasonOf } from '../../reason.ts';
import { busEvent } from '../bus/bus-event.ts';
import type { OnEvent } from './start-pipes.ts';

const PATIENCE_MS = 5_000;

/**
 * Sends each event by POST to an HTTP server of this machine, whole, as a rule of the bus hands it to its target; one after the
 * other, and once. `onTrouble` is called with a line for each that was not taken with a 2xx.
 */
export function eventSender(url: string, onTrouble: (line: string) => void): OnEvent {
  const { origin, pathname } = new URL(url);
  let sending = Promise.resolve();
  return (event) => {
    const body = JSON.stringify(busEvent(event));
    sending = sending
      .then(() => post(url, body))
      .catch((error: unknown) => {
        onTrouble(`${event.detailType} was not taken at ${origin}${pathname}: ${reasonOf(error)}`);
      });
  };
}

async function post(url: string, body: string): Promise<void> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`HTTP ${String(response.status)}`);
}
