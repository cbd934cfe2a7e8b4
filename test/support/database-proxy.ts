import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One call of a function to the database. */
interface DatabaseCall {
  /** As DynamoDB names it: `PutItem`. */
  readonly operation: string;
  readonly input: Record<string, unknown>;
}

export interface DatabaseReply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** What becomes of a call: its answer, no answer for ever, or a connection that breaks before one. */
type Outcome = DatabaseReply | 'hang' | 'drop';

/** Decides on a call; `forward` makes it on the real engine, so that a fault can come before or after the effect. */
export type Intervention = (call: DatabaseCall, forward: () => Promise<DatabaseReply>) => Promise<Outcome>;

export interface DatabaseProxy {
  readonly url: string;
  /** All calls so far, in order of arrival. */
  readonly calls: DatabaseCall[];
  /** May be replaced at any time. */
  intervene: Intervention;
  close(): Promise<void>;
}

/** Stands between functions and the engine at `endpoint`, passes everything on, and can be told to do worse. */
export async function startDatabaseProxy(endpoint: string): Promise<DatabaseProxy> {
  const calls: DatabaseCall[] = [];
  const proxy = { calls, intervene: (async (_call, forward) => forward()) as Intervention };
  const server = createServer((request, response) => {
    void pass(request, response);
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const headers = { ...request.headers } as Record<string, string>;
    const operation = headers['x-amz-target']?.split('.')[1] ?? '';
    const call = { operation, input: JSON.parse(body.toString()) as Record<string, unknown> };
    calls.push(call);
    answer(response, await proxy.intervene(call, () => forwarded(endpoint, headers, body)));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${String(port)}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function forwarded(endpoint: string, headers: Record<string, string>, body: Buffer): Promise<DatabaseReply> {
  const { connection, 'content-length': length, host, expect, ...kept } = headers;
  const response = await fetch(endpoint, { method: 'POST', headers: kept, body: new Uint8Array(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function answer(response: ServerResponse, outcome: Outcome): void {
  if (outcome === 'drop') response.destroy();
  else if (outcome !== 'hang') {
    response
      .writeHead(outcome.status, { 'content-type': 'application/x-amz-json-1.0' })
      .end(JSON.stringify(outcome.body));
  }
}

/** An error as DynamoDB answers it: `ThrottlingException`, say. */
export function databaseError(name: string, status = 400): DatabaseReply {
  return { status, body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: `${name} by intervention` } };
}
