import { afterEach } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { startServer, type TestServer } from './server.ts';
import { stage } from './stage.ts';

interface SentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface SeenRequest {
  readonly path: string;
  readonly cookie: string;
  readonly body: string;
}

/** Changes the local stage's answer to a request. */
export type Change = (answer: SentAnswer, request: SeenRequest) => SentAnswer | 'hang' | Promise<SentAnswer>;

/** Replaces some parts of each answer. */
export function changed(parts: Partial<SentAnswer>): Change {
  return (answer) => ({ ...answer, ...parts, headers: { ...answer.headers, ...parts.headers } });
}

/** A server that answers like the local stage, but for a change; closed after the test. */
export async function startStandIn(change: Change): Promise<TestServer> {
  const standIn = await startServer((request, response) => {
    void seen(request).then(async (asked) => {
      const forward = await forwarded(request, asked);
      // By its home page a stage is known to be one.
      const answer = asked.path === '/' ? forward : await change(forward, asked);
      if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end(answer.text);
    });
  });
  started.push(standIn);
  return standIn;
}

const started: TestServer[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((standIn) => standIn.close()));
});

async function seen(request: IncomingMessage): Promise<SeenRequest> {
  return { path: request.url ?? '', cookie: request.headers.cookie ?? '', body: await text(request) };
}

async function forwarded(request: IncomingMessage, { path, cookie, body }: SeenRequest): Promise<SentAnswer> {
  const {
    method = '',
    headersDistinct: { 'idempotency-key': [key] = [] },
  } = request;
  const headers = { 'content-type': 'application/json', cookie, ...(key !== undefined && { 'idempotency-key': key }) };
  const response = await fetch(`${stage.url}${path}`, { method, headers, body: method === 'GET' ? null : body });
  const { 'content-length': length, ...kept } = Object.fromEntries(response.headers);
  return { status: response.status, headers: kept, text: await response.text() };
}
