/** The pages of the local stage over plain HTTP: what is served, how, and that nothing else is. */
import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { cookies, stage } from '../../../support/stage.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
};

/** What a file says that it loads: `src="main.js"`, `href="home.css"`, `from './side.js'`. */
const LOADS = /(?:src=|href=|from ?)["']([^"']+\.(?:css|js|png))["']/g;

/** Fetches a page and all that it loads, each once; resolves to the answers by path. */
async function loadedFrom(page: string): Promise<ReadonlyMap<string, Response>> {
  const answers = new Map<string, Response>();
  const paths = [page];
  for (const path of paths) {
    if (answers.has(path)) continue;
    const answer = await fetch(`${stage.url}${path}`);
    answers.set(path, answer);
    const text = /html|javascript/.test(answer.headers.get('content-type') ?? '') ? await answer.clone().text() : '';
    // Of a bundle that is minified only the page itself is read.
    const loads = path.includes('swagger') ? [] : [...text.matchAll(LOADS)];
    paths.push(...loads.map(([, url = '']) => new URL(url, answer.url).pathname));
  }
  return answers;
}

/** On this site alone. */
const LOGGING_IN = cookies()
  .split('; ')
  .map((cookie) => `${cookie}; Path=/; SameSite=Strict`);

test.each([
  ['/', 15],
  ['/docs', 8],
])(
  'The page %s logs its reader in; it and the files that it loads have their types, are not kept, and load nothing else',
  async (page, count) => {
    const answers = await loadedFrom(page);
    expect(answers.size).toBe(count);
    for (const [path, { status, headers, body }] of answers) {
      await body?.cancel();
      const extension = path === page ? 'html' : path.split('.').at(-1);
      expect([path, status, headers.getSetCookie(), Object.fromEntries(headers)]).toMatchObject([
        path,
        200,
        path === page ? LOGGING_IN : [],
        {
          'content-type': TYPES[extension ?? ''],
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy':
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        },
      ]);
    }
  },
);

test('The reference shows docs/openapi.yaml, with the running stage as its only server', async () => {
  const initialiser = await (await fetch(`${stage.url}/docs/swagger-initializer.js`)).text();
  const [, url = ''] = /url: '([^']+)'/.exec(initialiser) ?? [];
  const document = parse(await readFile('docs/openapi.yaml', 'utf8')) as object;
  const served = await fetch(`${stage.url}${url}`);
  expect(served.headers.get('content-type')).toBe('application/yaml');
  expect(parse(await served.text())).toEqual({ ...document, servers: [{ url: '/', description: 'This local stage' }] });
});

test.each([
  ...['/home/fleet.ts', '/docs/constructor', '/docs/..%2f..%2f..%2fpackage.json', '/docs//etc/passwd'].map((path) => [
    'GET',
    path,
  ]),
  ...['POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) => [method, '/docs']),
])('%s %s is not served', async (method = '', path = '') => {
  expect((await fetch(`${stage.url}${path}`, { method })).status).toBe(404);
});
