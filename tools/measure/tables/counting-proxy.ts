import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../stage/listen.ts';
import { capacityOf } from './capacity.ts';

/** Database cost of one request to a function. */
interface Cost {
  readonly calls: number;
  /** Serial round trips: concurrent calls count as one. */
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** A counting proxy in front of the engine. */
export interface CountingProxy extends AsyncDisposable {
  readonly endpoint: string;
  /** The counts since the last call. */
  take(): Cost;
}

/** Starts a proxy in front of the engine at `engine`; it asks for the capacity that each call consumes. */
export async function startCountingProxy(engine: string): Promise<CountingProxy> {
  const waves = new Waves();
  let counted = { calls: 0, readUnits: 0, writeUnits: 0 };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { status, answer } = await waves.through(() => forward(engine, request, body));
    // `DynamoDB_20120810.PutItem`
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const units = capacityOf(operation, body, answer);
    counted = {
      calls: counted.calls + 1,
      readUnits: counted.readUnits + units.read,
      writeUnits: counted.writeUnits + units.write,
    };
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer);
  };
  const server = createServer((request, response) => void pass(request, response));
  return {
    endpoint: `http://127.0.0.1:${String(await listen(server, 0))}`,
    take: () => {
      const cost = { ...counted, roundTrips: waves.take() };
      counted = { calls: 0, readUnits: 0, writeUnits: 0 };
      return cost;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
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

/** Longer than a function takes between two calls that do not depend on each other. */
const QUIET_MS = 150;

/**
 * Counts serial round trips: holds back all answers until no more calls come. The calls made until then do not depend
 * on the answers, so each such wave is one round trip, however fast or slow the engine is.
 */
export class Waves {
  #waves = 0;
  #open: PromiseWithResolvers<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Makes a call, and resolves to its answer when its wave is complete. */
  async through<T>(call: () => Promise<T>): Promise<T> {
    const wave = (this.#open ??= this.#begin());
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#open = undefined;
      wave.resolve();
    }, QUIET_MS);
    const [answer] = await Promise.all([call(), wave.promise]);
    return answer;
  }

  /** The number of waves since the last call. */
  take(): number {
    const waves = this.#waves;
    this.#waves = 0;
    return waves;
  }

  #begin(): PromiseWithResolvers<void> {
    this.#waves += 1;
    return Promise.withResolvers();
  }
}
