import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ACCOUNT_ID, REGION } from '../account.ts';
import type { RouteMatch } from '../routes.ts';

const API_ID = 'local';

/**
 * Content types whose bodies reach the function as text. All others, among them `+json` types, forms and a missing
 * type, arrive in base64: so it was tried on the real service (ministackorg/ministack#766).
 */
const TEXT = /^(text\/.*|application\/(json|xml|javascript))$/;

/** The event of payload format 2.0 for a request. `path` is decoded; keys without content are absent. */
export function requestEvent(
  request: IncomingMessage,
  path: string,
  { route, pathParameters }: RouteMatch,
  body: Buffer,
): APIGatewayProxyEventV2 {
  const { cookie: cookieHeaders = [], ...headers } = request.headersDistinct;
  const rawQueryString = queryOf(request);
  const cookies = cookieHeaders.filter(Boolean).flatMap((header) => header.split('; '));
  const isText = TEXT.test(mediaType(request));
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: path,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers: { ...joined(Object.entries(headers)), ...gatewayHeaders(request, body) },
    ...(rawQueryString && { queryStringParameters: queryParameters(rawQueryString) }),
    requestContext: requestContext(request, route.key, path),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters: { ...pathParameters } }),
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function requestContext(request: IncomingMessage, routeKey: string, path: string) {
  const now = new Date();
  return {
    accountId: ACCOUNT_ID,
    apiId: API_ID,
    domainName: `${API_ID}.execute-api.${REGION}.amazonaws.com`,
    domainPrefix: API_ID,
    http: {
      method: request.method ?? '',
      path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress ?? '',
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: randomUUID(),
    routeKey,
    stage: '$default',
    time: logTime(now),
    timeEpoch: now.getTime(),
  };
}

/** Headers that the gateway adds to those of the client. */
function gatewayHeaders(request: IncomingMessage, body: Buffer): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1_000).toString(16);
  return {
    'content-length': String(body.length),
    'x-amzn-trace-id': `Root=1-${seconds}-${randomBytes(12).toString('hex')}`,
    'x-forwarded-for': request.socket.remoteAddress ?? '',
    'x-forwarded-port': String(request.socket.localPort ?? ''),
    'x-forwarded-proto': 'http',
  };
}

function mediaType({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1).join().trim().toLowerCase();
}

function queryOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

function queryParameters(query: string): Record<string, string> {
  const parameters = new URLSearchParams(query);
  return joined([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));
}

/** Several values of one name become one, with commas. */
function joined(entries: readonly (readonly [string, readonly string[] | undefined])[]): Record<string, string> {
  return Object.fromEntries(entries.map(([name, values = []]) => [name, values.join(',')]));
}

/** `Fri, 10 Jul 2026 19:19:05 GMT` → `10/Jul/2026:19:19:05 +0000` */
function logTime(moment: Date): string {
  return moment.toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/, '$1/$2/$3:$4 +0000');
}
