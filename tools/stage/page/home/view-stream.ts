import { Readable } from 'node:stream';
import { epochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import type { Fleet } from './fleet.ts';
import { STATES, viewOf, type FleetQuery } from './view.ts';

const EVERY_MS = 500;

/** Server-sent events: the requested view, and again whenever it has changed, at most twice a second. */
export function viewStream(fleet: Fleet, query: FleetQuery): Readable {
  let timer: NodeJS.Timeout | undefined;
  const stream = new Readable({
    read: () => undefined,
    destroy: (error, done) => {
      clearInterval(timer);
      done(error);
    },
  });
  let last = '';
  const tell = () => {
    // A slow reader skips views: it gets the newest one when it has taken the last.
    if (stream.readableLength > 0) return;
    // An unreachable engine is reported elsewhere; the last known view stays.
    fleet.refresh().catch(() => undefined);
    const view = JSON.stringify(viewOf(fleet, query, epochSeconds(new Date())));
    if (view !== last) stream.push(`data: ${view}\n\n`);
    last = view;
  };
  const begin = () => {
    // The reader may have left while the registry was read.
    if (stream.destroyed) return;
    tell();
    timer = setInterval(tell, EVERY_MS);
  };
  stream.push('retry: 1000\n\n');
  fleet.refresh().then(begin, (error: unknown) => {
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return stream;
}

/** Reads the query of the page; an unknown state selects all devices, an invalid page the first. */
export function queryOf(url: string): FleetQuery {
  const parameters = URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams();
  const state = STATES.find((known) => known === parameters.get('state'));
  const page = Number(parameters.get('page') ?? 1);
  return { state, search: parameters.get('search') ?? '', page: Number.isSafeInteger(page) ? page : 1 };
}
