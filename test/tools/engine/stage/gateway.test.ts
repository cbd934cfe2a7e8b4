/** The gateway of the local stage over plain HTTP: what it hands to the functions, and whom it answers. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { startGateway } from '../../../../tools/stage/gateway/gateway.ts';
import { devAssembly } from '../../../support/assemblies.ts';
import { cookies, newDevice, stage, storedUpgrade } from '../../../support/stage.ts';

const LIST = '/V1.0/stream/getStreamServersList';
const START = '/sc_cloud/upgrade/start';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** Sends a request verbatim: `fetch` would change its path and its headers. */
async function ask(url: string, path: string, headers: OutgoingHttpHeaders = {}, body?: string): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path, method: body === undefined ? 'GET' : 'POST', headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await json(response).catch(() => undefined) };
}

describe('A request', () => {
  const scope = new AsyncDisposableStack();
  const events: APIGatewayProxyEventV2[] = [];
  const lines: string[] = [];
  let result = {};
  let url = '';

  beforeAll(async () => {
    const invoke = (_id: string, event: unknown) => {
      events.push(event as APIGatewayProxyEventV2);
      return events.length === 2
        ? Promise.reject(new Error('broken'))
        : Promise.resolve({ statusCode: 200, headers: {}, body: '', ...result });
    };
    const { template } = await devAssembly();
    const onRequest = (line: string) => lines.push(line);
    ({ url } = await startGateway(scope, { template, functions: { invoke }, onRequest, onTrouble: onRequest }));
  });
  afterAll(() => scope.disposeAsync());
  beforeEach(() => void (lines.splice(0), events.splice(0), (result = {})));

  test('is known by one id to the function, to the caller and on the console, whatever answers it', async () => {
    const paths = [LIST, LIST, '/nothing', '/%E0%A4%A'];
    const answers = [];
    for (const path of paths) answers.push(await ask(url, path));
    const ids = answers.map(({ headers }) => headers['apigw-requestid']);
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 404, 400]);
    expect(new Set(ids).size).toBe(4);
    expect(events.map(({ requestContext }) => requestContext.requestId)).toEqual(ids.slice(0, 2));
    for (const [index, id] of ids.entries()) {
      expect(id).toMatch(/^[\w-]{15}=$/);
      const line = new RegExp(`^GET ${String(paths[index])} \\d{3} \\d+ ms ${String(id)}$`);
      expect(lines).toContainEqual(expect.stringMatching(line));
    }
  });

  test.each([
    [9_900, 200],
    [10_241, 431],
    [16_000, 431],
  ])('with a header of %i bytes is answered %i, as by AWS', async (length, status) => {
    expect((await ask(url, LIST, { 'x-name': 'a'.repeat(length) })).status).toBe(status);
    expect(events).toHaveLength(status === 200 ? 1 : 0);
  });

  test.each<[string, object, RegExp | undefined]>([
    ['6 MB', { body: 'a'.repeat(6_291_515) }, undefined],
    ['more than 6 MB', { body: 'a'.repeat(6_291_516) }, /^Answered 500: .* 6 MB \([\w-]{15}=\)$/],
    ['a field that the stage does not take', { cookies: [] }, /^Answered 500: .*cookies/],
    ['a header that HTTP does not allow', { headers: { 'x-name': 'a\nb' } }, /^Answered 500: .*x-name/],
  ])(
    'that a function answers with %s is answered so, or 500 with a line that says why',
    async (_what, changes, why) => {
      result = changes;
      expect((await ask(url, LIST)).status).toBe(why ? 500 : 200);
      expect(lines.slice(0, -1)).toEqual(why ? [expect.stringMatching(why)] : []);
    },
  );

  test.each([
    ['UTF-8', 'utf8', 'jürgen-ř'],
    ['Latin-1', 'latin1', 'jürgen'],
  ] as const)(
    'in %s hands on what its caller wrote, in cookies and in other headers',
    async (_name, encoding, text) => {
      const bytes = Buffer.from(text, encoding).toString('latin1');
      await ask(url, LIST, { cookie: `a=b; cloud-uid=${bytes}`, 'x-name': bytes, 'user-agent': bytes });
      expect(events).toMatchObject([
        {
          cookies: ['a=b', `cloud-uid=${text}`],
          headers: { 'x-name': text },
          requestContext: { http: { userAgent: text } },
        },
      ]);
    },
  );
});

test('Unknown paths and trailing slashes are answered 404 as an HTTP API does', async () => {
  for (const path of ['/nothing', `${START}/`, `/${START}`, '/devices//V1.0/stream/getStreamServersList']) {
    expect(await ask(stage.url, path, {}, '')).toMatchObject({ status: 404, body: { message: 'Not Found' } });
  }
});

describe('Only what is addressed to this machine is answered', () => {
  const { port } = new URL(stage.url);

  test.each(['127.0.0.1', 'localhost', 'LOCALHOST:1', '[::1]:3000'])('as %s is', async (host) => {
    expect((await ask(stage.url, LIST, { host })).status).toBe(200);
    expect((await ask(stage.url, `http://${host}${LIST}?a=b`, { host })).status).toBe(200);
  });

  test.each([
    ...['evil.example', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`, 'localhost.evil.example'],
    ...['evil.example@127.0.0.1', '0.0.0.0', '192.0.2.1', 'localhost:80:80'],
  ])('and %j is not, in the header or in the request line', async (host) => {
    const path = `${START}?from=elsewhere`;
    const misdirected = { status: 421, headers: expect.not.objectContaining({ 'set-cookie': expect.anything() }) };
    for (const page of [path, '/', '/docs/', '/home/fleet', LIST]) {
      expect(await ask(stage.url, page, { host, cookie: cookies() })).toMatchObject(misdirected);
      expect(await ask(stage.url, `http://${host}${page}`)).toMatchObject(misdirected);
    }
  });
});

describe('A page of another origin', () => {
  const own = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' };
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  test.each<[string, OutgoingHttpHeaders]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['a browser that tells the origin alone', { origin: 'http://127.0.0.1:1' }],
    ['a page without an origin', { origin: 'null' }],
  ])('on %s starts nothing with the demo cookies, and gets no page', async (_where, headers) => {
    const sn = await newDevice();
    const body = JSON.stringify({ sn: [sn], 'firmware-id': 21 });
    const type = { 'content-type': 'application/json' };
    for (const cookie of [cookies(), cookies().replaceAll('-a', '%2Da')]) {
      expect((await ask(stage.url, START, { ...type, ...headers, cookie }, body)).status).toBe(403);
    }
    expect(await storedUpgrade(sn)).toBeUndefined();
    for (const page of ['/', '/docs/', '/docs/openapi.yaml', '/home/fleet']) {
      expect((await ask(stage.url, page, headers)).status).toBe(403);
    }
  });

  test('may lead to a page of the stage, which then logs nobody in; a page of the stage may do everything', async () => {
    for (const page of ['/', '/docs/']) {
      const led = await ask(stage.url, page, { ...navigation, 'sec-fetch-site': 'cross-site' });
      expect([led.status, led.headers['set-cookie']]).toEqual([200, undefined]);
      const typed = await ask(stage.url, page, { ...navigation, 'sec-fetch-site': 'none' });
      expect([typed.status, typed.headers['set-cookie']]).toEqual([200, expect.any(Array)]);
    }

    const headers = { ...own, 'content-type': 'application/json', cookie: cookies() };
    const body = JSON.stringify({ sn: [await newDevice()], 'firmware-id': 21 });
    expect((await ask(stage.url, START, headers, body)).status).toBe(200);
  });
});
