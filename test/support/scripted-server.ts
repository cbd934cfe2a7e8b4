/** A server that plays the turns of a script, and the client called against it. */
import { jest } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createStreamFleetClient, type StreamFleetClient } from '../../client/src/index.ts';
import { startServer } from './server.ts';

/** What a request gets: an answer, a broken connection, no reply, or an answer that stops in the middle. */
export type Turn =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | 'drop'
  | 'hang'
  | 'stall';

/** A server that plays the turns in order, and then repeats the last one. It keeps what it was asked for, and when. */
export async function startScriptedServer(...turns: readonly Turn[]) {
  const paths: (string | undefined)[] = [];
  const bodies: string[] = [];
  const keys: unknown[] = [];
  const times: number[] = [];
  const started = await startServer((request, response) => {
    void text(request).then((body) => {
      paths.push(request.url);
      keys.push(request.headers['idempotency-key']);
      bodies.push(body);
      times.push(performance.now());
      take(turns[Math.min(bodies.length, turns.length) - 1] ?? 'drop', response);
    });
  });
  return { ...started, paths, bodies, keys, times };
}

function take(turn: Turn, response: ServerResponse): void {
  if (turn === 'hang') return;
  if (turn === 'drop') response.destroy();
  else if (turn === 'stall') response.writeHead(200, { 'content-type': 'application/json' }).write('{"result":');
  else {
    const { status, headers, body } = turn;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}

/** An answer as it is sent: status, body, headers. */
export function turn(status: number, body: unknown, headers: Record<string, string> = {}): Turn {
  return { status, body, headers };
}

/** An answer of the gateway itself. */
export const gatewayTurn = (status: number) =>
  turn(status, { message: 'from the gateway' }, { 'apigw-requestid': 'id=' });

const realSetTimeout = setTimeout;
const realNow = performance.now.bind(performance);

/**
 * Calls the client against a server that plays the turns. Waits are recorded and skipped, and each moves the clock
 * forward.
 */
export async function scriptedCall(turns: readonly Turn[], ask: (client: StreamFleetClient) => Promise<unknown>) {
  await using server = await startScriptedServer(...turns);
  const waits: number[] = [];
  let waited = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => realNow() + waited);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, milliseconds: number) => {
    waits.push(milliseconds);
    waited += milliseconds;
    return realSetTimeout(then, 0);
  }) as typeof setTimeout);
  const client = createStreamFleetClient({ baseUrl: server.url, timeoutMs: 1_000 });
  const outcome = await ask(client).catch((error: unknown) => error);
  jest.restoreAllMocks();
  const { url, bodies, paths, keys } = server;
  const asked = bodies.map((body) => (body === '' ? '' : String((JSON.parse(body) as { sn: string | string[] }).sn)));
  return { outcome, waits, url, paths, bodies, keys, asked };
}
