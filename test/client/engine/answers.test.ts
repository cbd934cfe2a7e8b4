/** How the client handles answers, from a scripted server; waits are recorded and skipped. */
import { describe, expect, jest, test } from '@jest/globals';
import { createStreamFleetClient, RefusalError, StreamFleetError } from '../../../client/src/index.ts';
import {
  gatewayTurn as gateway,
  scriptedCall,
  startScriptedServer,
  turn,
  type Turn,
} from '../../support/scripted-server.ts';
import { until } from '../../support/until.ts';

const started = (...results: [string, number][]) => ({
  ...{ result: 0, method: 'start-upgrade' },
  details: results.map(([sn, result]) => ({ sn, result })),
});
const refusal = (result: number) => ({ result, method: 'start-upgrade', details: [{ sn: 'A1', result }] });
const ok = turn(200, started(['A1', 1]), { 'apigw-requestid': 'id=' });
const busy = (retryAfter: string) => turn(503, refusal(4), { 'retry-after': retryAfter });
const list = (...serverList: unknown[]) => ({ status: 0, message: 'SUCCESS', totalCount: 6, serverList });

/** Starts A1 or the given devices, or lists, against a server that plays the turns. */
function call(turns: readonly Turn[], sns: readonly string[] | 'list' = ['A1']) {
  return scriptedCall(turns, (client) =>
    sns === 'list' ? client.getStreamServersList() : client.startUpgrade({ sn: [...sns], 'firmware-id': 21 }),
  );
}

describe('The client asks again, and waits', () => {
  const inTenSeconds = new Date(Date.now() + 10_000);
  const [weekday = '', day = '', month = '', year = '', time = ''] = inTenSeconds.toUTCString().split(/,? /);
  const wholeWeekday = inTenSeconds.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  type Row = [string, Turn, number, number];
  test.each<Row>([
    ['as told in seconds', busy('2'), 2000, 2000],
    ...Object.entries({
      'until a date': inTenSeconds.toUTCString(),
      'until a date in the older form': `${wholeWeekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
      'until a date in the oldest form': `${weekday} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`,
    }).map(([what, date]): Row => [what, busy(date), 5000, 10_000]),
    ['a least pause, told 0', busy('0'), 250, 500],
    ['its own time, told half a second', busy('1.5'), 250, 500],
    ['its own time, told a date that is none of HTTP', busy(inTenSeconds.toISOString()), 250, 500],
    ['its own time, told two things', busy('2, 3'), 250, 500],
    ...[429, 500, 502, 503, 504].map((code): Row => [`its own time after ${String(code)}`, gateway(code), 250, 500]),
    ['its own time after a connection that broke', 'drop', 250, 500],
    ['its own time after silence', 'hang', 250, 500],
    ['its own time after silence in the middle of an answer', 'stall', 250, 500],
    ['its own time after a device was told 4', turn(200, started(['A1', 4])), 250, 500],
  ])('%s', async (_what, first, least, most) => {
    const { outcome, waits, asked } = await call([first, ok]);
    expect(outcome).toMatchObject({ details: [{ sn: 'A1', result: 1 }], requestId: 'id=' });
    expect([asked, waits.length]).toEqual([['A1', 'A1'], 1]);
    expect(waits[0]).toBeGreaterThanOrEqual(least);
    expect(waits[0]).toBeLessThanOrEqual(most);
  });

  test('longer each time', async () => {
    const { waits } = await call(['drop', gateway(503), turn(200, started(['A1', 4])), ok]);
    expect(waits.map((wait) => Math.ceil(Math.log2(wait / 250)))).toEqual([1, 2, 3]);
  });

  test('for a list too', async () => {
    const six = turn(200, list({ id: 1, name: 'RTMP', type: 4, isConfigured: false }));
    const { outcome, asked } = await call([gateway(503), six], 'list');
    expect([outcome, asked]).toMatchObject([{ totalCount: 6, serverList: [{ type: 4 }] }, ['', '']]);
  });
});

describe('Devices that are told 4 are asked for again, alone, and every device keeps its place', () => {
  const some4 = turn(200, started(['A1', 0], ['A2', 4], ['A3', 24], ['A4', 4]));
  const one4 = turn(200, started(['A2', 1], ['A4', 4]));
  const future = turn(200, started(['A2', 99], ['A4', 12]));
  test.each<[string, Turn[], number[], string[]]>([
    ['until all are known', [some4, one4, turn(200, started(['A4', 0]))], [0, 1, 24, 0], ['A2,A4', 'A4']],
    ['past failures that pass', [some4, gateway(500), future], [0, 99, 24, 12], ['A2,A4', 'A2,A4']],
    ['and keep 4 when patience ends', [some4, gateway(503)], [0, 4, 24, 4], ['A2,A4', 'A2,A4', 'A2,A4']],
    ['and keep 4 when they are refused', [some4, turn(401, refusal(37))], [0, 4, 24, 4], ['A2,A4']],
  ])('%s', async (_what, turns, results, repeats) => {
    const { outcome, asked } = await call(turns, ['A1', 'A2', 'A3', 'A1', 'A4']);
    const details = results.map((result, index) => ({ sn: `A${String(index + 1)}`, result }));
    expect([outcome, asked]).toMatchObject([{ result: 0, details }, ['A1,A2,A3,A4', ...repeats]]);
  });
});

/** What an error says, in short. */
function inShort(error: unknown): string {
  if (!(error instanceof StreamFleetError)) return `no error: ${JSON.stringify(error)}`;
  const what = error instanceof RefusalError ? `refused ${String(error.code)}` : 'no answer';
  const doubt = `${error.mayHaveStarted ? ', maybe started' : ''}${error.retryable ? ', again' : ''}`;
  return `${what}, HTTP ${String(error.httpStatus)}${doubt}`;
}

describe('A call fails', () => {
  const away = turn(302, '', {
    location: 'http://ann:pw@127.0.0.1:9/away;sid=secret?token=secret',
    'apigw-requestid': 'id=',
  });
  const foreign = ['<html>', '', null, { hello: 1 }, [], refusal(38), started(), started(['B1', 0]), { result: 0 }];
  type Row = [string, Turn[], string, number];
  test.each<Row>([
    ...[400, 401, 403, 404, 409, 413, 415, 500].map((status): Row => [
      'when it is refused',
      [turn(status, refusal(38)), ok],
      `refused 38, HTTP ${String(status)}`,
      1,
    ]),
    ['when it is refused with a code of the future', [turn(409, refusal(99))], 'refused 99, HTTP 409', 1],
    ['told to wait longer than it may', [busy('31'), ok], 'refused 4, HTTP 503, again', 1],
    ['when all attempts are refused with 503', [busy('1')], 'refused 4, HTTP 503, again', 4],
    ['refused after no answer', ['drop', turn(401, refusal(37))], 'refused 37, HTTP 401, maybe started', 2],
    ['when no attempt is answered', ['drop'], 'no answer, HTTP undefined, maybe started, again', 4],
    ['when all answers are cut off', ['stall'], 'no answer, HTTP 200, maybe started, again', 4],
    ['on 500s of the gateway', [gateway(500)], 'no answer, HTTP 500, maybe started, again', 4],
    ['on 429s', [gateway(429)], 'no answer, HTTP 429, again', 4],
    ['on 429 after a 503', [gateway(503), gateway(429)], 'no answer, HTTP 429, maybe started, again', 4],
    ['on 404 of the gateway', [gateway(404)], 'no answer, HTTP 404', 1],
    ['on 501 of something in between', [turn(501, '<html>')], 'no answer, HTTP 501, maybe started', 1],
    ['on a redirect', [away], 'no answer, HTTP 302, maybe started', 1],
    ['on 400 with code 0', [turn(400, refusal(0))], 'no answer, HTTP 400', 1],
    ['on 409 without details', [turn(409, { result: 38 })], 'no answer, HTTP 409, maybe started', 1],
    ...foreign.map((body): Row => [
      `on ${JSON.stringify(body)}`,
      [turn(200, body)],
      'no answer, HTTP 200, maybe started',
      1,
    ]),
  ])('%s', async (_what, turns, error, requests) => {
    const { outcome, bodies } = await call(turns);
    expect([inShort(outcome), bodies.length]).toEqual([error, requests]);
  });

  test.each([null, {}, { status: 0 }, started(['A1', 0]), list({ type: 4 }), { ...list(), serverList: {} }])(
    'when a list is answered with 200 and %j; nothing can have been started',
    async (body) => {
      expect(inShort((await call([turn(200, body)], 'list')).outcome)).toBe('no answer, HTTP 200');
    },
  );

  test('with all that is known: what came, from where, to where, and the request id', async () => {
    const { outcome, url } = await call([away]);
    expect(outcome).toMatchObject({
      ...{ name: 'NoAnswerError', url: `${url}/sc_cloud/upgrade/start`, location: 'http://127.0.0.1:9/away' },
      requestId: 'id=',
      message: `${url}/sc_cloud/upgrade/start: HTTP 302 to http://127.0.0.1:9/away (no content type) is no answer of this service; request id id=; an upgrade may have been started`,
    });
    expect((await call([turn(409, refusal(38))])).outcome).toMatchObject({
      ...{ name: 'RefusalError', codeName: 'WRONG_STATE', details: [{ sn: 'A1', result: 38 }] },
      message: 'refused with 38 (WRONG_STATE), HTTP 409',
    });
  });

  test('with headers and causes that drive no terminal', async () => {
    const headers = { 'content-type': 'text/html\u009b2J', 'apigw-requestid': 'i\u0085d=', location: '/\u009b2J' };
    const { outcome } = await call([turn(502, '<html>', headers)]);
    expect(outcome).toMatchObject({ requestId: 'i?d=', location: '/?2J' });
    expect((outcome as Error).message).toMatch(/HTTP 502 to \/\?2J \(text\/html\?2J\) is no answer/);
    const cause = new AggregateError([new Error('connect ECONNREFUSED ::1:92J'), new Error('another address')]);
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
    expect(((await call(['drop'])).outcome as Error).message).toMatch(/: no answer \(Error: connect \S+ ::1:9\?2J\);/);
  });

  test('on more than any answer of the service has, without reading it to its end', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(2 ** 20));
      },
    });
    const fetch = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(endless));
    const client = createStreamFleetClient({ baseUrl: 'http://127.0.0.1:9' });
    const call = client.startUpgrade({ sn: ['A1'], 'firmware-id': 21 }).catch((error: unknown) => error);
    expect(inShort(await call)).toBe('no answer, HTTP 200, maybe started');
    expect([sent < 12, fetch.mock.calls.length]).toEqual([true, 1]);
    jest.restoreAllMocks();
  });

  test.each<[string, Turn]>([
    ['in silence', 'hang'],
    ['in a wait', busy('20')],
  ])('by its signal %s, with the reason given, and asks no more', async (_what, first) => {
    await using server = await startScriptedServer(first);
    const controller = new AbortController();
    const client = createStreamFleetClient({ baseUrl: server.url });
    const call = client.startUpgrade({ sn: ['A1'], 'firmware-id': 21 }, { signal: controller.signal });
    const outcome = call.catch((error: unknown) => error);
    await until(() => server.bodies.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    controller.abort(new Error('enough'));
    expect(await outcome).toBe(controller.signal.reason);
    expect(server.bodies).toHaveLength(1);
  });
});
