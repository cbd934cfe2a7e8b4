import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { functionResponse, gatewayResponse, INTERNAL_SERVER_ERROR, type HttpResponse } from './function-response.ts';
import type { Functions } from '../functions/functions.ts';
import { listen } from '../listen.ts';
import type { ReferencePage } from '../page/reference-page.ts';
import { requestEvent } from './request-event.ts';
import { matchRoute, routesOf, type Route } from '../routes.ts';
import type { Template } from '../template.ts';

/** Bytes of a body that an HTTP API accepts. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Bytes of an event that Lambda accepts. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

const BAD_REQUEST = gatewayResponse(400, 'Bad Request');
const NOT_FOUND = gatewayResponse(404, 'Not Found');
const TOO_LARGE = gatewayResponse(413, 'Request Entity Too Large');

/** Takes a line for each answered request: `POST /sc_cloud/upgrade/start 200 71 ms`. */
export type OnRequest = (line: string) => void;

export interface GatewayOptions {
  readonly template: Template;
  readonly functions: Pick<Functions, 'invoke'>;
  /** 0 takes any free port. */
  readonly port: number;
  readonly onRequest?: OnRequest | undefined;
  /** Served beside the routes. */
  readonly referencePage?: ReferencePage | undefined;
}

/**
 * Serves the routes of the template as an HTTP API does until the scope ends. Returns its URL, `http://127.0.0.1:PORT`.
 * Throws a StartError when the port is taken.
 */
export async function startGateway(scope: AsyncDisposableStack, options: GatewayOptions): Promise<{ url: string }> {
  const { template, functions, port, onRequest, referencePage } = options;
  const routes = routesOf(template);
  const pages = new Map([['/', directory(routes, referencePage)], ...(referencePage?.answers ?? [])]);
  const server = createServer((request, response) => {
    const begun = performance.now();
    void answer(pages, routes, functions, request)
      .catch(() => INTERNAL_SERVER_ERROR)
      .then((reply) => {
        send(response, reply);
        const { method = '' } = request;
        const took = Math.round(performance.now() - begun);
        onRequest?.(`${method} ${encodedPathOf(request)} ${String(response.statusCode)} ${String(took)} ms`);
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

/** Rejects when the function fails, or when the client goes away before it has sent its body. */
async function answer(
  pages: ReadonlyMap<string, HttpResponse>,
  routes: readonly Route[],
  functions: Pick<Functions, 'invoke'>,
  request: IncomingMessage,
): Promise<HttpResponse> {
  const { method = '' } = request;
  const encodedPath = encodedPathOf(request);
  const page = method === 'GET' ? pages.get(encodedPath) : undefined;
  if (page) return page;
  const body = await readBody(request);
  if (body === undefined) return TOO_LARGE;
  const path = decodedPath(encodedPath);
  if (path === undefined) return BAD_REQUEST;
  const match = matchRoute(routes, method, path);
  if (match === undefined) return NOT_FOUND;
  const event = requestEvent(request, path, match, body);
  if (Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES) return TOO_LARGE;
  return functionResponse(await functions.invoke(match.route.functionId, event));
}

/** Proxies send the whole URL in the request line, which means the same as its path. */
function encodedPathOf({ url = '' }: IncomingMessage): string {
  return url
    .replace(/^https?:\/\/[^/?]*/i, '')
    .split('?', 1)
    .join();
}

/**
 * The path of a request as an HTTP API sees it when it chooses the route and fills `rawPath`: decoded twice, and what
 * follows a `?` between the two is lost. Undefined when it cannot be decoded. Captured from the real service:
 * `space%20value` → `space value`, `slash%2Fvalue` → `slash/value`, `literal%252Fvalue` → `literal/value`,
 * `question%3Fvalue` → `question`, `percent%25done` → 400 (hotsock/voker, vokerhttp/testdata/ingress-paths.json).
 */
function decodedPath(encoded: string): string | undefined {
  try {
    const [path = ''] = decodeURIComponent(encoded).split('?');
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Undefined when the body is too large. It is read to its end all the same: the client listens only then. */
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

function send(response: ServerResponse, { statusCode, headers, body }: HttpResponse): void {
  try {
    response.writeHead(statusCode, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  } catch {
    // A header that HTTP does not allow; nothing has been sent yet.
    send(response, INTERNAL_SERVER_ERROR);
  }
}

/** Where to go from the bare address, which the API itself does not have. */
function directory(routes: readonly Route[], referencePage: ReferencePage | undefined): HttpResponse {
  const keys = routes.map(({ key }) => key);
  if (referencePage) keys.push(`GET ${referencePage.path}`);
  const body = keys.map((key) => `${key}\n`).join('');
  return { statusCode: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}
