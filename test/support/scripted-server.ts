import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a request gets: an answer, a broken connection, no reply, or an answer that stops in the middle. */
export type Turn =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | 'drop'
  | 'hang'
  | 'stall';

export interface ScriptedServer {
  readonly url: string;
  /** Paths of all requests so far. */
  readonly paths: readonly (string | undefined)[];
  /** Their bodies. */
  readonly bodies: readonly string[];
  /** When each request arrived. */
  readonly times: readonly number[];
  close(): Promise<void>;
}

/** A server that plays the turns in order, and then repeats the last one. */
export async function startScriptedServer(...turns: readonly Turn[]): Promise<ScriptedServer> {
  const paths: (string | undefined)[] = [];
  const bodies: string[] = [];
  const times: number[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      paths.push(request.url);
      bodies.push(body);
      times.push(performance.now());
      take(turns[Math.min(bodies.length, turns.length) - 1] ?? 'drop', response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    paths,
    bodies,
    times,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
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
