/** How patient the client is: a scripted server in front, and waits that are noted down instead of waited. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { createStreamFleetClient, NoAnswerError, RefusalError } from '../../../client/src/index.ts';
import { patientFetch } from '../../../client/src/retry.ts';
import { startScriptedServer, type ScriptedServer, type Turn } from '../../support/scripted-server.ts';

const BODY = { sn: ['A1'], 'firmware-id': 21 };
const ok: Turn = { status: 200, body: { result: 0, method: 'start-upgrade', details: [{ sn: 'A1', result: 1 }] } };
const refused = (status: number, result: number): Turn => ({
  status,
  body: { result, method: 'start-upgrade', details: [{ sn: 'A1', result }] },
});
const busy = (retryAfter: string): Turn => ({
  ...{ status: 503, body: { result: 4, method: 'start-upgrade', details: [] } },
  headers: { 'retry-after': retryAfter },
});
const noRoom: Turn = { status: 503, body: { message: 'Service Unavailable' } };

let servers: ScriptedServer[] = [];

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function scripted(...turns: Turn[]): Promise<ScriptedServer> {
  const server = await startScriptedServer(...turns);
  servers.push(server);
  return server;
}

/** Sends a request with a patience of four short attempts; also tells how long it would have waited between them. */
async function send(...turns: Turn[]) {
  const server = await scripted(...turns);
  const waits: number[] = [];
  const patience = { attempts: 4, timeoutMs: 500, longestWaitMs: 30_000 };
  const patient = patientFetch(patience, (milliseconds) => {
    waits.push(milliseconds);
    return Promise.resolve();
  });
  const request = new Request(server.url, { method: 'POST', body: JSON.stringify(BODY) });
  const outcome = await patient(request).then(
    ({ status }) => status,
    (error: unknown) => error,
  );
  return { outcome, waits, bodies: server.bodies };
}

describe('The client asks again', () => {
  test.each<[string, Turn, number, number]>([
    ['after 503, when it is told to', busy('2'), 2000, 2000],
    ['after 503, at a date', busy(new Date(Date.now() + 10_000).toUTCString()), 7000, 10_000],
    ['after 503, at a date that has passed', busy('Thu, 01 Jan 2026 00:00:00 GMT'), 0, 0],
    ['after 503 that does not say when', noRoom, 250, 500],
    ['after 503 that says nonsense', busy('soon'), 250, 500],
    ['after 429', { status: 429, body: { message: 'Too Many Requests' } }, 250, 500],
    ['after a connection that broke', 'drop', 250, 500],
    ['after silence', 'hang', 250, 500],
    ['after silence in the middle of an answer', 'stall', 250, 500],
  ])('%s', async (_what, turn, least, most) => {
    const { outcome, waits, bodies } = await send(turn, ok);
    expect(outcome).toBe(200);
    expect(bodies).toEqual([JSON.stringify(BODY), JSON.stringify(BODY)]);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(least);
    expect(waits[0]).toBeLessThanOrEqual(most);
  });

  test('later each time', async () => {
    const { waits } = await send('drop', noRoom, 'drop', ok);
    expect(waits.map((wait) => Math.ceil(Math.log2(wait / 250)))).toEqual([1, 2, 3]);
  });
});

describe('The client does not ask again', () => {
  test.each([400, 401, 403, 404, 409, 413, 415, 500])('after %d', async (status) => {
    const { outcome, waits, bodies } = await send(refused(status, 6), ok);
    expect([outcome, waits, bodies.length]).toEqual([status, [], 1]);
  });

  test('after four attempts: the last answer counts', async () => {
    const { outcome, bodies } = await send(busy('1'));
    expect([outcome, bodies.length]).toEqual([503, 4]);
  });

  test('after four attempts without any answer', async () => {
    const { outcome, bodies } = await send('drop');
    expect(outcome).toBeInstanceOf(NoAnswerError);
    expect((outcome as NoAnswerError).message).toMatch(/^no answer in 4 attempts: /);
    expect(bodies).toHaveLength(4);
  });

  test('when it is told to wait longer than it may', async () => {
    const { outcome, waits, bodies } = await send(busy('31'), ok);
    expect([outcome, waits, bodies.length]).toEqual([503, [], 1]);
  });
});

describe('A call', () => {
  test('waits by the clock as long as it is told to', async () => {
    const { url } = await scripted(busy('1'), ok);
    const begun = Date.now();
    await createStreamFleetClient({ baseUrl: url }).startUpgrade(BODY);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
  });

  test.each<[string, Turn]>([
    ['in silence', 'hang'],
    ['in a wait', busy('20')],
  ])('is ended by its signal %s, with the reason given, and asks no more', async (_what, turn) => {
    const server = await scripted(turn);
    const reason = new Error('enough');
    const controller = new AbortController();
    const call = createStreamFleetClient({ baseUrl: server.url }).startUpgrade(BODY, { signal: controller.signal });
    setTimeout(() => {
      controller.abort(reason);
    }, 300);
    await expect(call).rejects.toBe(reason);
    expect(server.bodies).toHaveLength(1);
  });

  test.each<[string, Turn]>([
    ['a page instead of JSON', { status: 200, body: '<html>' }],
    ['nothing', { status: 200, headers: { 'content-length': '0' }, body: '' }],
    ["the gateway's own 500", { status: 500, body: { message: 'Internal Server Error' } }],
    ['a page for an error', { status: 502, body: '<html>' }],
    ['a code that is none', { status: 400, body: { result: 99 } }],
    ['another place to go', { status: 302, headers: { location: 'http://127.0.0.1:9' }, body: '' }],
  ])('that gets %s fails with a NoAnswerError', async (_what, turn) => {
    const { url } = await scripted(turn);
    await expect(createStreamFleetClient({ baseUrl: url, attempts: 1 }).startUpgrade(BODY)).rejects.toBeInstanceOf(
      NoAnswerError,
    );
  });

  test('that is refused fails with a RefusalError that has all that was said', async () => {
    const { url } = await scripted(refused(409, 38));
    const error: unknown = await createStreamFleetClient({ baseUrl: url })
      .startUpgrade(BODY)
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RefusalError);
    expect(error).toMatchObject({
      ...{ name: 'RefusalError', httpStatus: 409, code: 38, codeName: 'WRONG_STATE' },
      details: [{ sn: 'A1', result: 38 }],
      message: 'refused with 38 (WRONG_STATE), HTTP 409',
    });
  });
});
