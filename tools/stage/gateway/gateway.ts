import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { reasonOf } from '../../reason.ts';
import { functionResponse, gatewayResponse, INTERNAL_SERVER_ERROR, type HttpResponse } from './function-response.ts';
import type { Functions } from '../functions/functions.ts';
import { listen } from '../listen.ts';
import type { Page, Pages } from '../page/page.ts';
import { hasDemoSession, isForLoopback, isFromElsewhere, isNavigation } from './own-origin.ts';
import { requestEvent } from './request-event.ts';
import { matchRoute, routesOf, type Route } from '../routes.ts';
import type { Template } from '../template.ts';

/** Maximum of request line and values of headers together that an HTTP API accepts, in bytes. */
const MAX_HEAD_BYTES = 10_240;

/** Maximum body that an HTTP API accepts, in bytes. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Maximum event that Lambda accepts, in bytes; a result may have a hundred more. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

const BAD_REQUEST = gatewayResponse(400, 'Bad Request');
const NOT_FOUND = gatewayResponse(404, 'Not Found');
const HEAD_TOO_LARGE = gatewayResponse(431, 'Request Header Fields Too Large');
const TOO_LARGE = gatewayResponse(413, 'Request Entity Too Large');

/** Two that an HTTP API does not give: this stage hands out session cookies, and runs on developers' own machines. */
const FORBIDDEN = gatewayResponse(403, 'Forbidden: a page of another origin asks');
const MISDIRECTED = gatewayResponse(421, 'Misdirected Request: the local stage answers to localhost and 127.0.0.1');

/** Called with a line for each answered request but those of pages, which ask each second: `POST /sc_cloud/upgrade/start 200 71 ms cWfCcgRHoAMEMqA=`. */
export type OnRequest = (line: string) => void;

export interface GatewayOptions {
  readonly template: Template;
  readonly functions: Pick<Functions, 'invoke'>;
  /** The default, 0, takes any free one. */
  readonly port?: number | undefined;
  readonly onRequest?: OnRequest | undefined;
  /** Called with a line that says why, for each request that the gateway itself answers with 500, pages excepted. */
  readonly onTrouble?: (line: string) => void;
  /** Served besides the routes. */
  readonly pages?: Pages | undefined;
}

/**
 * Serves the routes of the template as an HTTP API does until the scope ends. Returns its URL, `http://127.0.0.1:PORT`.
 * Throws a CommandError when the port is taken.
 */
export async function startGateway(scope: AsyncDisposableStack, options: GatewayOptions): Promise<{ url: string }> {
  const { template, functions, port = 0, onRequest, onTrouble, pages } = options;
  const api = { routes: routesOf(template), functions };
  // Idle connections are the client's to close: on a busy machine it would else send a request into one that is closing.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const page = request.method === 'GET' ? pages?.get(encodedPathOf(request)) : undefined;
    const begun = performance.now();
    const requestId = newRequestId();
    response.setHeader('apigw-requestid', requestId);
    void answer(api, page, request, requestId)
      .then((reply) => send(response, reply))
      .catch((error: unknown) => {
        // Whoever hangs up while sending is answered by nobody.
        if (!page && request.complete) onTrouble?.(`Answered 500: ${reasonOf(error)} (${requestId})`);
        send(response, INTERNAL_SERVER_ERROR);
      })
      .then(() => {
        if (page) return;
        const { method = '' } = request;
        const took = Math.round(performance.now() - begun);
        const line = `${method} ${encodedPathOf(request)} ${String(response.statusCode)} ${String(took)} ms`;
        onRequest?.(`${line} ${requestId}`);
      });
  });
  const url = `http://127.0.0.1:${String(await listen(server, port))}`;
  scope.defer(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return { url };
}

/** An id like those of an HTTP API: `cWfCcgRHoAMEMqA=`. */
function newRequestId(): string {
  return `${randomBytes(11).toString('base64url')}=`;
}

interface Api {
  readonly routes: readonly Route[];
  readonly functions: Pick<Functions, 'invoke'>;
}

/** Rejects when the function fails or its result is no answer, or when the client disconnects before it has sent its body. */
async function answer(api: Api, page: Page | undefined, request: IncomingMessage, requestId: string) {
  if (!isForLoopback(request)) return MISDIRECTED;
  if (page) return isFromElsewhere(request) && !isNavigation(request) ? FORBIDDEN : page(request);
  return headBytes(request) > MAX_HEAD_BYTES ? HEAD_TOO_LARGE : callApi(api, request, requestId);
}

async function callApi({ routes, functions }: Api, request: IncomingMessage, requestId: string): Promise<HttpResponse> {
  const { method = '' } = request;
  const body = await readBody(request);
  if (body === undefined) return TOO_LARGE;
  const path = decodedPath(encodedPathOf(request));
  if (path === undefined) return BAD_REQUEST;
  const match = matchRoute(routes, method, path);
  if (match === undefined) return NOT_FOUND;
  const event = requestEvent({ request, requestId, path, match, body });
  if (isFromElsewhere(request) && hasDemoSession(event)) return FORBIDDEN;
  if (Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES) return TOO_LARGE;
  const result = await functions.invoke(match.route.functionId, event);
  if (Buffer.byteLength(JSON.stringify(result)) > MAX_EVENT_BYTES + 100) throw new Error('The answer is beyond 6 MB');
  return functionResponse(result);
}

/** Proxies send the whole URL in the request line, which is equivalent to its path. */
function encodedPathOf({ url = '' }: IncomingMessage): string {
  return url
    .replace(/^https?:\/\/[^/?]*/i, '')
    .split('?', 1)
    .join();
}

/**
 * The path of a request as an HTTP API sees it when it chooses the route and fills `rawPath`: decoded twice, and cut at
 * a `?` that appears in between. Undefined when it cannot be decoded. Captured from the real service: `space%20value` →
 * `space value`, `slash%2Fvalue` → `slash/value`, `literal%252Fvalue` → `literal/value`, `question%3Fvalue` →
 * `question`, `percent%25done` → 400 (hotsock/voker, vokerhttp/testdata/ingress-paths.json).
 */
function decodedPath(encoded: string): string | undefined {
  try {
    const [path = ''] = decodeURIComponent(encoded).split('?');
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Node has one character for each byte. */
function headBytes({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): number {
  const values = rawHeaders.filter((_text, index) => index % 2 === 1);
  return [`${method} ${url} HTTP/${httpVersion}`, ...values].join('').length;
}

/** Undefined when the body is too large. It is still read to its end: the client only reads an answer after that. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  });
  await once(request, 'end');
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

/** Throws, and sends nothing, for a header that HTTP does not allow. */
function send(response: ServerResponse, { statusCode, headers, body }: HttpResponse): ServerResponse {
  return response.writeHead(statusCode, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}
