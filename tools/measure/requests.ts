/** What subjects are asked, and the right answers. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { routeKeyOf, type OperationName } from '../../functions/domain/operations.ts';
import type { Session } from '../contract/requests.ts';
import { DEMO } from '../stage/demo-data/demo.ts';

interface Request {
  /** How many devices it names. */
  readonly sizes: readonly number[];
  /** The JSON that API Gateway sends in payload format 2.0. */
  readonly event: (sns: readonly string[]) => string;
  readonly status: number;
  /** The body of the right answer; of a report on devices, only their results. Absent: not compared. */
  readonly body?: (sns: readonly string[]) => object;
}

const SIZES = [1, 10, 100, 1_000];

function start(result: number, firmwareId: number = DEMO.firmwareId): Request {
  return {
    sizes: SIZES,
    event: (sns) => posted('start-upgrade', { sn: sns, 'firmware-id': firmwareId }),
    status: 200,
    body: (sns) => ({ result: 0, method: 'start-upgrade', details: sns.map((sn) => ({ sn, result })) }),
  };
}

function refusal(status: number, result: number, cookies: Session): Request {
  return {
    sizes: [1],
    event: (sns) => posted('start-upgrade', { sn: sns, 'firmware-id': DEMO.firmwareId }, cookies),
    status,
    body: () => ({ result, method: 'start-upgrade', details: [] }),
  };
}

/** All requests. Those to the same devices come in this order: the first starts what the others find. */
export const REQUESTS = {
  fresh: start(0),
  repeated: start(1),
  'with another firmware': start(11, DEMO.otherFirmwareId),
  status: {
    sizes: SIZES,
    event: (sns) => posted('upgrade-status', { sn: sns }),
    status: 200,
    body: (sns) => ({ result: 0, method: 'upgrade-status', details: sns.map((sn) => ({ sn, result: 0 })) }),
  },
  'unknown session': refusal(401, 37, { sid: 'nobody', uid: 'nobody' }),
  'wrong user': refusal(401, 37, { sid: DEMO.admin.sid, uid: DEMO.user.uid }),
  'expired session': refusal(401, 37, DEMO.expired),
  'session without rights': refusal(403, 31, DEMO.user),
  list: { sizes: [1], event: () => event('getStreamServersList', { headers: {} }), status: 200 },
} satisfies Record<string, Request>;

export type RequestName = keyof typeof REQUESTS;

/** The numbers of devices that these requests name. */
export function sizesOf(requests: readonly RequestName[]): ReadonlySet<number> {
  return new Set(requests.flatMap((name) => REQUESTS[name].sizes));
}

/** Callers that start-upgrade refuses after looking up a session, found or not. */
export const REFUSALS = [
  'unknown session',
  'wrong user',
  'expired session',
  'session without rights',
] as const satisfies readonly RequestName[];

const Answer = v.object({ statusCode: v.number(), body: v.pipe(v.string(), v.parseJson()) });
const Report = v.object({
  result: v.number(),
  method: v.string(),
  details: v.array(v.object({ sn: v.string(), result: v.number() })),
});

/** Throws unless a subject's answer, JSON, is right: an error would pass for a fast answer. */
export function requireRightAnswer(subject: string, name: RequestName, sns: readonly string[], answer: string): void {
  const { status, body: right }: Request = REQUESTS[name];
  const { statusCode, body } = v.parse(Answer, JSON.parse(answer));
  const compared = name === 'status' && statusCode === 200 ? v.parse(Report, body) : body;
  if (statusCode === status && (right === undefined || isDeepStrictEqual(compared, right(sns)))) return;
  throw new Error(`${subject}, ${name}, ${String(sns.length)} devices: a wrong answer: ${answer.slice(0, 300)}`);
}

/** The event of an administrator's request. */
export function posted(operation: OperationName, order: object, { sid, uid }: Session = DEMO.admin): string {
  const body = JSON.stringify(order);
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const cookies = [`cloud-sid=${sid}`, `cloud-uid=${uid}`];
  return event(operation, { cookies, headers, body });
}

function event(operation: OperationName, parts: object): string {
  const routeKey = routeKeyOf(operation);
  const [method, path] = routeKey.split(' ');
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'bench' };
  return JSON.stringify({
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    requestContext: { http, routeKey, stage: '$default', requestId: 'bench', accountId: '000000000000' },
    isBase64Encoded: false,
    ...parts,
  });
}
