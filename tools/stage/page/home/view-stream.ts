import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { epochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import type { Fleet } from './fleet.ts';
import { STATES, viewOf, type FleetQuery } from './view.ts';

const EVERY_MS = 500;

/** Server-sent events: the requested view, and again whenever it has changed, at most twice a second. */
export function viewStream(fleet: Fleet, query: FleetQuery): Readable {
  return Readable.from(messages(fleet, query));
}

/** A slow reader skips views: it gets the newest one when it has taken the last. */
async function* messages(fleet: Fleet, query: FleetQuery): AsyncGenerator<string> {
  yield 'retry: 1000\n\n';
  await fleet.refresh();
  for (let last = ''; ;) {
    // An unreachable engine is reported elsewhere; the last known view stays.
    fleet.refresh().catch(() => undefined);
    const view = JSON.stringify(viewOf(fleet, query, epochSeconds(new Date())));
    // An empty comment if nothing is new: only by the next message does a generator notice that its reader has left.
    yield view === last ? ':\n\n' : `data: ${view}\n\n`;
    last = view;
    await pause(EVERY_MS, undefined, { ref: false });
  }
}

/** Reads the query of the page; an unknown state selects all devices, an invalid page the first. */
export function queryOf(url: string): FleetQuery {
  const parameters = URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams();
  const state = STATES.find((known) => known === parameters.get('state'));
  const page = Number(parameters.get('page') ?? 1);
  return { state, search: parameters.get('search') ?? '', page: Number.isSafeInteger(page) ? page : 1 };
}
