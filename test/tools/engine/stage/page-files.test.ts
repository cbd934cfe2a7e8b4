/** The files of the pages of the local stage, over plain HTTP: what is served, how, and that nothing else is. */
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { cookies, stage } from '../../../support/stage.ts';

const DOCS = `${stage.url}/docs`;

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/?from=elsewhere', 'text/html; charset=utf-8'],
  ['/home/home.css', 'text/css; charset=utf-8'],
  ['/home/main.js', 'text/javascript; charset=utf-8'],
  ['/home/stage.js', 'text/javascript; charset=utf-8'],
  ['/home/lit/directives/repeat.js', 'text/javascript; charset=utf-8'],
  ['/home/events', 'text/event-stream'],
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/', 'text/html; charset=utf-8'],
  ['/docs?from=elsewhere', 'text/html; charset=utf-8'],
  ['/docs/page.css', 'text/css; charset=utf-8'],
  ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
  ['/docs/initialiser.js', 'text/javascript; charset=utf-8'],
  ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['/docs/favicon-32x32.png', 'image/png'],
  ['/docs/openapi.yaml', 'application/yaml'],
])('%s is of type %s, is not kept, and may load nothing from elsewhere', async (path, type) => {
  const { status, headers, body } = await fetch(`${stage.url}${path}`);
  await body?.cancel();
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
});

test('Home and reference log their reader in as the demo administrator, on this site alone, and no other file does', async () => {
  const cookiesSetBy = async (url: string) => {
    const { headers, body } = await fetch(url);
    await body?.cancel();
    return headers.getSetCookie();
  };
  const expected = cookies().split('; ');
  for (const page of [stage.url, DOCS]) {
    expect(await cookiesSetBy(page)).toEqual(expected.map((cookie) => `${cookie}; Path=/; SameSite=Strict`));
  }
  for (const file of [`${DOCS}/openapi.yaml`, `${stage.url}/home/stage.js`, `${stage.url}/home/main.js`]) {
    expect(await cookiesSetBy(file)).toEqual([]);
  }
});

test('The document is docs/openapi.yaml, with the running stage as its only server', async () => {
  const document = parse(readFileSync(new URL('../../../../docs/openapi.yaml', import.meta.url), 'utf8')) as object;
  expect(parse(await (await fetch(`${DOCS}/openapi.yaml`)).text())).toEqual({
    ...document,
    servers: [{ url: '/', description: 'This local stage' }],
  });
});

test.each([
  '/home/fleet.ts',
  '/docs/swagger-ui-bundle.js.map',
  '/docs/constructor',
  '/docs/./page.css',
  // The project's own package.json, relative to the folder of the page.
  '/docs/../../../package.json',
  '/docs/%2e%2e/%2e%2e/%2e%2e/package.json',
  '/docs/..%2f..%2f..%2fpackage.json',
  '/docs//etc/passwd',
  '/docs/page.css%00',
])('%s is none of them', async (path) => {
  expect(await getExactly(path)).toEqual({ status: 404, body: '{"message":"Not Found"}' });
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is no way to get them', async (method) => {
  expect((await fetch(DOCS, { method })).status).toBe(404);
});

/** Gets a path verbatim: `fetch` would resolve its dots. */
function getExactly(path: string): Promise<{ status: number | undefined; body: string }> {
  const { hostname, port } = new URL(stage.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      text(response).then((body) => {
        resolve({ status: response.statusCode, body });
      }, reject);
    })
      .on('error', reject)
      .end();
  });
}
