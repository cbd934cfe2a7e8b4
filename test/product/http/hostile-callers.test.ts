/** What malicious callers can find out, and what they can make the service do. */
import { describe, expect, test } from '@jest/globals';
import type { Answer as FunctionAnswer } from '../../../functions/http/answer.ts';
import { casesFor, DEMO_SUBJECT } from '../../../tools/contract/cases/all.ts';
import type { Case } from '../../../tools/contract/cases/case.ts';
import { readDocument } from '../../../tools/contract/openapi-file.ts';
import { responseValidator, type Answer } from '../../../tools/contract/response-validator.ts';
import { faultsOf, send } from '../../../tools/contract/run-cases.ts';
import { DEMO } from '../../../tools/stage/demo-data/demo.ts';
import { functionBehind } from '../../../tools/stage/routes.ts';
import { holdAnswerToContract } from '../../support/contract.ts';
import { gatewayEvent } from '../../support/events.ts';
import {
  cookies,
  newDevice,
  newSession,
  nowSeconds,
  post,
  request,
  stage,
  storedUpgrade,
  UPGRADE_PATH,
} from '../../support/stage.ts';
import { stageBehindProxyOfSuite } from '../../support/stage-behind-proxy.ts';

const behind = stageBehindProxyOfSuite();

const LIST_PATH = '/devices/A302190930001/V1.0/stream/getStreamServersList';
const json = { 'content-type': 'application/json' };
/** A device that no other test starts. */
const sn = await newDevice();
const order = JSON.stringify({ sn: [sn], 'firmware-id': 21 });

/** Everything that a caller and the database see of a request, without what differs between any two. */
async function trace(path: string, cookie: string): Promise<unknown> {
  const init =
    path === UPGRADE_PATH ? { method: 'POST', body: order, headers: { ...json, cookie } } : { headers: { cookie } };
  const { status, headers: all, body } = await request(path, init, behind.url);
  const { date, 'apigw-requestid': id, ...headers } = Object.fromEntries(all);
  const calls = behind.proxy.calls.map(({ operation, input: { Key, ...input } }) => ({ operation, input }));
  return { status, headers, body, calls };
}

describe.each([UPGRADE_PATH, LIST_PATH])('Guessing sessions at %s', (path) => {
  const refusal = () => trace(path, cookies({ sid: 'nobody-has-this', uid: 'ann' }));

  test.each<[string, () => Promise<{ sid: string; uid: string }>]>([
    ['is expired', () => newSession({ expiresAt: nowSeconds() - 1 })],
    ['is of another user', async () => ({ ...(await newSession()), uid: 'bob' })],
    ['has no user', () => newSession({ userName: undefined })],
    ['has an expiry that is no number', () => newSession({ expiresAt: 'never' })],
    ['is of nobody, under the longest id', () => Promise.resolve({ sid: 'x'.repeat(256), uid: 'ann' })],
  ])('looks the same to the caller, and to the database, when the session %s', async (_what, session) => {
    const unknown = await refusal();
    const wanted = await session();
    behind.proxy.calls.length = 0;
    expect(await trace(path, cookies(wanted))).toEqual(unknown);
  });

  test('costs one consistent read by key', async () => {
    const calls = [{ operation: 'GetItem', input: { TableName: stage.tables.sessions, ConsistentRead: true } }];
    expect(await refusal()).toMatchObject({ status: 401, calls });
  });
});

describe('A refused request costs no more than', () => {
  const subject = { ...DEMO_SUBJECT, bystander: sn, unlike: [sn, 'B702190930009'] } as const;
  const validate = responseValidator(readDocument(), { closed: true });
  const cases = casesFor(subject).filter(({ calls }) => calls !== undefined);

  /** The calls of one request, which holds to its case. */
  async function callsOf(of: Case): Promise<string[]> {
    behind.proxy.calls.length = 0;
    const answer = (await send(behind.url, of.request, 60)) as Answer;
    expect(faultsOf(of, answer, validate)).toEqual([]);
    return behind.proxy.calls.map(({ operation }) => operation).sort();
  }

  test.each(cases.map((of) => [of.name, of.calls ?? [], of] as const))('%s: %j', async (_name, calls, of) => {
    let made = await callsOf(of);
    // On a busy machine an attempt at the database may be given up and made again.
    for (let tries = 1; tries < 5 && made.length > calls.length; tries += 1) made = await callsOf(of);
    expect(made).toEqual(calls);
  });
});

describe('Bombs are answered within seconds of processor time', () => {
  const own = [`cloud-sid=${DEMO.user.sid}`, `cloud-uid=${DEMO.user.uid}`];
  const body = (text: string) =>
    gatewayEvent({ cookies: [`cloud-sid=${DEMO.admin.sid}`, `cloud-uid=${DEMO.admin.uid}`], body: text });
  const many = Array.from({ length: 100_000 }, (_, index) => [`x-${String(index)}`, 'y'] as const);

  async function invoke(event: unknown): Promise<number> {
    const id = functionBehind(behind.template, `POST ${UPGRADE_PATH}`);
    const answer = (await behind.functions.invoke(id, event)) as FunctionAnswer;
    holdAnswerToContract({ method: 'POST', path: UPGRADE_PATH }, answer);
    return answer.statusCode;
  }

  test.each<[string, number, unknown]>([
    ['100,000 cookies', 403, gatewayEvent({ cookies: [...many.map((pair) => pair.join('=')), ...own] })],
    ['a cookie of 5 MB', 403, gatewayEvent({ cookies: [`x=${'%41'.repeat(1_600_000)}`, ...own] })],
    ['a session id of 5 MB', 401, gatewayEvent({ cookies: [`cloud-sid="${'%'.repeat(5_000_000)}"`, 'cloud-uid=ann'] })],
    ['100,000 headers', 403, gatewayEvent({ cookies: own, headers: Object.fromEntries(many) })],
    ['100,000 lists in one another', 400, body('['.repeat(100_000))],
    ['30,000 objects in one another, closed', 400, body(`${'{"sn":'.repeat(30_000)}1${'}'.repeat(30_000)}`)],
    ['a number of 250,000 digits', 400, body(`{"sn":["X"],"firmware-id":${'9'.repeat(250_000)}}`)],
    ['60,000 serial numbers', 400, body(`{"firmware-id":21,"sn":[${'"X",'.repeat(60_000)}"X"]}`)],
  ])('%s', async (_what, status, event) => {
    await invoke(gatewayEvent());
    // That of this process, in which the function runs: by the clock, a busy machine would take longer.
    const before = process.cpuUsage();
    expect(await invoke(event)).toBe(status);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(5_000_000);
  });
});

test('A post from another site, with the cookies of an administrator, starts nothing and gets no CORS header', async () => {
  const other = await newDevice();
  const reply = await post(JSON.stringify({ sn: [other], 'firmware-id': 21 }), {
    'content-type': 'text/plain; charset=utf-8; x=application/json',
    origin: 'https://evil.example',
    // Not a demo session: the local stage itself refuses those from other sites.
    cookie: cookies(await newSession()),
  });
  expect([reply.status, reply.body.result]).toEqual([415, 9]);
  expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  expect(await storedUpgrade(other)).toBeUndefined();
});
