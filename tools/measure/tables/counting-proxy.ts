import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../stage/listen.ts';
import { capacityOf, operationOf } from './capacity.ts';
import { Waves } from './waves.ts';

/** What one request of a function cost at the database. */
export interface Cost {
  readonly calls: number;
  /** Serial round trips: calls that were under way together are one. */
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** A proxy before the engine that counts. */
export interface CountingProxy {
  readonly endpoint: string;
  /** What has been counted since it was asked last. */
  take(): Cost;
  close(): void;
}

const NOTHING: Cost = { calls: 0, roundTrips: 0, readUnits: 0, writeUnits: 0 };

/** Starts a proxy before the engine at `engine`; it asks for the capacity that each call consumes. */
export async function startCountingProxy(engine: string): Promise<CountingProxy> {
  const waves = new Waves();
  let cost = NOTHING;
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { status, answer } = await waves.through(() => forward(engine, request, body));
    const units = capacityOf(operationOf(request), answer);
    cost = {
      ...cost,
      calls: cost.calls + 1,
      readUnits: cost.readUnits + units.read,
      writeUnits: cost.writeUnits + units.write,
    };
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer);
  };
  const server = createServer((request, response) => void pass(request, response));
  return {
    endpoint: `http://127.0.0.1:${String(await listen(server, 0))}`,
    take: () => {
      const taken = { ...cost, roundTrips: waves.take() };
      cost = NOTHING;
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function forward(engine: string, { headers }: IncomingMessage, body: string) {
  const { 'x-amz-target': target = '', authorization = '', 'x-amz-date': date = '' } = headers;
  const response = await fetch(engine, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': String(target),
      'x-amz-date': String(date),
      authorization,
    },
    // All calls are JSON objects.
    body: `{"ReturnConsumedCapacity":"TOTAL",${body.trimStart().slice(1)}`,
  });
  return { status: response.status, answer: await response.text() };
}
