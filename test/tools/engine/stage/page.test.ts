/** The pages of the local stage over plain HTTP: what they are made from, how they are served, and that nothing else is. */
import { expect, jest, test } from '@jest/globals';
import { localDynamoDB } from '../../../../tools/stage/dynamodb.ts';
import { Fleet } from '../../../../tools/stage/page/home/fleet.ts';
import { startDatabaseProxy } from '../../../support/database-proxy.ts';
import { cookies, newDevice, stage } from '../../../support/stage.ts';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

test('The registry is read once in five seconds for all who look at the fleet, whatever the clock says', async () => {
  await using scope = new AsyncDisposableStack();
  const proxy = await startDatabaseProxy(scope, stage.dynamodbEndpoint);
  const fleet = new Fleet(scope.use(localDynamoDB(proxy.url)), stage.tables);
  const everybody = Array.from({ length: 20 }, () => fleet.refresh());
  await Promise.all(everybody);
  const firmwares = () => proxy.calls.filter(({ input }) => input['TableName'] === stage.tables.firmwares);
  expect(firmwares()).toHaveLength(1);
  await fleet.refresh();
  expect(firmwares()).toHaveLength(1);
  expect(fleet.entries.size).toBeGreaterThanOrEqual(11);

  const sn = await newDevice();
  fleet.put('gone', { device: { sn: 'gone', product: '', firmwareVersion: '', online: true } });
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000);
  await fleet.refresh();
  jest.restoreAllMocks();
  expect([fleet.entries.has(sn), fleet.entries.has('gone')]).toEqual([true, false]);
});

/** On this site alone. */
const LOGGING_IN = cookies()
  .split('; ')
  .map((cookie) => `${cookie}; Path=/; SameSite=Strict`);

// That each file is there, and of its type, the tests in the browser see: its console must stay empty.
test.each<[string, string, string[]]>([
  ['/', 'text/html; charset=utf-8', LOGGING_IN],
  ['/docs', 'text/html; charset=utf-8', LOGGING_IN],
  ['/home/main.js', 'text/javascript; charset=utf-8', []],
  ['/docs/openapi.yaml', 'application/yaml', []],
])('%s is served as %s, is not kept, and loads nothing from elsewhere; pages log their reader in', async (...page) => {
  const [path, type, loggingIn] = page;
  const { status, headers, body } = await fetch(`${stage.url}${path}`);
  await body?.cancel();
  expect([status, headers.getSetCookie(), Object.fromEntries(headers)]).toMatchObject([
    200,
    loggingIn,
    {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  ]);
});

test('The reference shows docs/openapi.yaml, with the running stage as its only server', async () => {
  const initialiser = await (await fetch(`${stage.url}/docs/swagger-initializer.js`)).text();
  const [, url = ''] = /url: '([^']+)'/.exec(initialiser) ?? [];
  const document = parse(await readFile('docs/openapi.yaml', 'utf8')) as object;
  const served = parse(await (await fetch(`${stage.url}${url}`)).text()) as object;
  expect(served).toEqual({ ...document, servers: [{ url: '/', description: 'This local stage' }] });
});

test.each([
  ['GET', '/home/fleet.ts'],
  ['GET', '/docs/constructor'],
  ['GET', '/docs/..%2f..%2f..%2fpackage.json'],
  ['POST', '/docs'],
])('%s %s is not served', async (method, path) => {
  expect((await fetch(`${stage.url}${path}`, { method })).status).toBe(404);
});
