import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { listen } from '../listen.ts';
import { CommandError } from '../../command-line.ts';
import { reply, type DatabaseReply, type Outcome } from './outcome.ts';

export interface DatabaseCall {
  /** As DynamoDB names it: `PutItem`. */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Forwards a call to the real engine, with its own input or with another. */
type Forward = (input?: DatabaseCall['input']) => Promise<DatabaseReply>;

/** Decides what happens to a call, so that a fault can come before or after its effect. */
export type Intervention = (call: DatabaseCall, forward: Forward) => Promise<Outcome>;

export interface FaultProxy {
  readonly url: string;
  /** May be replaced at any time. */
  intervene: Intervention;
}

const Fields = v.record(v.string(), v.unknown());
const Headers = v.record(v.string(), v.string());

/** Long enough for a client to try again and be refused, short enough for a later attempt to get through. */
const REFUSAL_MS = 120;

/**
 * Starts a proxy for the engine at `endpoint`, until the scope ends. It passes everything on unless it is told to inject
 * faults.
 * @param onCall called with each call as it arrives
 */
export async function startFaultProxy(
  scope: AsyncDisposableStack,
  endpoint: string,
  onCall?: (call: DatabaseCall) => void,
): Promise<FaultProxy> {
  const proxy: { intervene: Intervention } = { intervene: (_call, forward) => forward() };
  let closed = false;
  const server = createServer((request, response) => {
    void pass(request)
      // What cannot be read or forwarded ends as a broken connection.
      .catch((): Outcome => 'drop')
      .then((outcome) => {
        if (outcome === 'refuse') void refuseAll();
        else reply(response, outcome);
      });
  });
  const port = await listenBelowEphemeral(server);

  async function pass(request: IncomingMessage): Promise<Outcome> {
    const body = await buffer(request);
    const { connection, 'content-length': length, host, expect, ...headers } = v.parse(Headers, request.headers);
    const operation = headers['x-amz-target']?.split('.')[1] ?? '';
    const call = { operation, input: v.parse(Fields, JSON.parse(body.toString())) };
    onCall?.(call);
    return proxy.intervene(call, (input) =>
      forwarded(endpoint, headers, input === undefined ? new Uint8Array(body) : JSON.stringify(input)),
    );
  }

  async function shut(): Promise<void> {
    const gone = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await gone;
  }

  /** Stops listening on the port for a while, so that connections really are refused. */
  async function refuseAll(): Promise<void> {
    if (!server.listening) return;
    await shut();
    await pause(REFUSAL_MS);
    if (!closed) await listen(server, port);
  }

  scope.defer(async () => {
    closed = true;
    await shut();
  });
  return Object.assign(proxy, { url: `http://127.0.0.1:${String(port)}` });
}

async function forwarded(
  endpoint: string,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | string,
): Promise<DatabaseReply> {
  const response = await fetch(endpoint, { method: 'POST', headers, body });
  return { status: response.status, body: v.parse(Fields, await response.json()) };
}

const FIRST_PORT = 20_000;
const PORTS = 10_000;

/**
 * Lets a server listen on a free port that the kernel never gives to an outgoing connection, so that it is still free
 * after an outage.
 */
async function listenBelowEphemeral(server: Server, attempts = 50): Promise<number> {
  try {
    return await listen(server, FIRST_PORT + Math.floor(Math.random() * PORTS));
  } catch (error) {
    if (!(error instanceof CommandError) || attempts === 1) throw error;
    return listenBelowEphemeral(server, attempts - 1);
  }
}
