import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ACCOUNT_ID, REGION } from '../account.ts';
import type { RouteMatch } from '../routes.ts';

const API_ID = 'local';

/**
 * Content types whose bodies reach the function as text. All others, among them `+json` types, forms and a missing
 * type, arrive in base64, as tests of the real service showed (ministackorg/ministack#766).
 */
const TEXT = /^(text\/.*|application\/(json|xml|javascript))$/;

/** A request that has reached the gateway, and its route. */
export interface RoutedRequest {
  readonly request: IncomingMessage;
  /** The id of the request in answer, event and access log. */
  readonly requestId: string;
  /** Decoded. */
  readonly path: string;
  readonly match: RouteMatch;
  readonly body: Buffer;
}

/** The event of payload format 2.0 for a request. Empty fields are absent. */
export function requestEvent(routed: RoutedRequest): APIGatewayProxyEventV2 {
  const { request, path, body } = routed;
  const { route, pathParameters } = routed.match;
  const { cookie: cookieHeaders = [], ...headers } = request.headersDistinct;
  const rawQueryString = queryOf(request);
  const cookies = cookieHeaders.filter(Boolean).flatMap((header) => textOf(header).split('; '));
  const isText = TEXT.test(mediaType(request));
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: path,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers: { ...joined(Object.entries(headers), textOf), ...gatewayHeaders(request, body) },
    ...(rawQueryString && { queryStringParameters: queryParameters(rawQueryString) }),
    requestContext: requestContext(routed),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters: { ...pathParameters } }),
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

/**
 * The text of a header's bytes, each of which Node turns into one character. AWS does not document bytes beyond ASCII;
 * reports on headers from other projects (honojs/hono#4432, oven-sh/bun#22994) show that functions get UTF-8 as text.
 * How invalid UTF-8 is passed is not known: here it stays Latin-1.
 */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

function requestContext({ request, requestId, path, match }: RoutedRequest) {
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
      userAgent: textOf(request.headers['user-agent'] ?? ''),
    },
    requestId,
    routeKey: match.route.key,
    stage: '$default',
    time: logTime(now),
    timeEpoch: now.getTime(),
  };
}

/** Headers that the gateway adds to the client's. */
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

/** Joins several values of one name with commas. */
function joined(
  entries: readonly (readonly [string, readonly string[] | undefined])[],
  textOf = (value: string) => value,
): Record<string, string> {
  return Object.fromEntries(entries.map(([name, values = []]) => [name, values.map(textOf).join(',')]));
}

/** `Fri, 10 Jul 2026 19:19:05 GMT` → `10/Jul/2026:19:19:05 +0000` */
function logTime(moment: Date): string {
  return moment.toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/, '$1/$2/$3:$4 +0000');
}
