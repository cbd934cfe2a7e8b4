import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { functionResponse, gatewayResponse, INTERNAL_SERVER_ERROR, type HttpResponse } from './function-response.ts';
import type { Functions } from './functions.ts';
import { listen } from './listen.ts';
import type { ReferencePage } from './page/reference-page.ts';
import { requestEvent } from './request-event.ts';
import { requestPath } from './request-path.ts';
import { matchRoute, routesOf, type Route } from './routes.ts';
import type { Template } from './template.ts';

/** Bytes of a body that an HTTP API accepts. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Bytes of an event that Lambda accepts. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

const BAD_REQUEST = gatewayResponse(400, 'Bad Request');
const NOT_FOUND = gatewayResponse(404, 'Not Found');
const TOO_LARGE = gatewayResponse(413, 'Request Entity Too Large');

export interface GatewayOptions {
  readonly template: Template;
  readonly functions: Pick<Functions, 'invoke'>;
  /** 0 takes any free port. */
  readonly port: number;
  /** Served beside the routes. */
  readonly referencePage?: ReferencePage;
}

export interface Gateway {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the routes of the template as an HTTP API does. Throws a StartError when the port is taken. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { template, functions, port, referencePage } = options;
  const routes = routesOf(template);
  const pages = new Map([['/', directory(routes, referencePage)], ...(referencePage?.answers ?? [])]);
  const server = createServer((request, response) => {
    void answer(pages, routes, functions, request)
      .catch(() => INTERNAL_SERVER_ERROR)
      .then((reply) => {
        send(response, reply);
      });
  });
  const url = `http://127.0.0.1:${String(await listen(server, port))}`;
  return {
    url,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Rejects when the function fails, or when the client goes away before it has sent its body. */
async function answer(
  pages: ReadonlyMap<string, HttpResponse>,
  routes: readonly Route[],
  functions: Pick<Functions, 'invoke'>,
  request: IncomingMessage,
): Promise<HttpResponse> {
  const { method = '', url = '' } = request;
  const encodedPath = url.split('?', 1).join();
  const page = method === 'GET' ? pages.get(encodedPath) : undefined;
  if (page) return page;
  const body = await readBody(request);
  if (body === undefined) return TOO_LARGE;
  const path = requestPath(encodedPath);
  if (path === undefined) return BAD_REQUEST;
  const match = matchRoute(routes, method, path);
  if (match === undefined) return NOT_FOUND;
  const event = requestEvent(request, path, match, body);
  if (Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES) return TOO_LARGE;
  return functionResponse(await functions.invoke(match.route.functionId, event));
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
