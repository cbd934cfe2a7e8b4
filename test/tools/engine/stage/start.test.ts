/** What `npm start` needs on the machine: Node, packages, Java, a writable folder, and a stack that it knows. */
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { copyFile, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localDynamoDB } from '../../../../tools/stage/dynamodb.ts';
import { startEngine } from '../../../../tools/stage/engine.ts';
import { pipesOf } from '../../../../tools/stage/pipes/pipes.ts';
import { routesOf } from '../../../../tools/stage/routes.ts';
import { template } from '../../../support/event-log.ts';
import { stage } from '../../../support/stage.ts';
import { javaHomeBefore, stageProcess } from '../../../support/stage-process.ts';

/** Where what fails needs no engine of its own. */
const shared = { DYNAMODB_ENDPOINT: stage.dynamodbEndpoint };

const START = new URL('../../../../tools/stage/start.js', import.meta.url);

/** Runs start.js beside a main.ts with this text; resolves to its exit code and error output. */
async function errorOf(main: string, ...options: string[]): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'start-'));
  const start = join(folder.path, 'start.js');
  await copyFile(START, start);
  await writeFile(join(folder.path, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder.path, 'main.ts'), main);
  const env = { ...process.env, NODE_OPTIONS: '' };
  return await new Promise((resolve) => {
    execFile(process.execPath, [...options, start], { env }, (error, _output, errors) => {
      resolve(`${String(error?.code)}: ${errors}`);
    });
  });
}

describe('npm start says in one line what is missing:', () => {
  test('a Node that is recent enough', async () => {
    const asNode20 = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.9.0"}})';
    expect(await errorOf('', '--import', asNode20)).toMatch(/^1: This is Node 20\.9\.0\. Run "npm ci"[^\n]*\n$/);
  });

  test('a package; any other failure is shown as it is', async () => {
    expect(await errorOf("import 'no-such-package';")).toBe(
      '1: A package is missing. Run "npm ci" first, without NODE_ENV=production and --omit=dev.\n',
    );
    expect(await errorOf("throw new Error('of ours');")).toContain('Error: of ours');
  });

  test('a temporary folder', async () => {
    const nowhere = await stageProcess([], { ...shared, TMPDIR: '/dev/null' });
    expect([await nowhere.exitCode(), nowhere.output]).toEqual([1, '']);
    expect(nowhere.errors).toMatch(/^\/dev\/null cannot be written \(ENOTDIR: [^\n]+TMPDIR to another folder\n$/);
  });
});

test.each([
  ['the disk is full', 'no space left', /^\/\S+ cannot be written \(it is full\): free some space, [^\n]+\n$/],
  ['a bundle has an error', 'ERROR\n    f.ts:6\u001B', /^The stack [^]+\nERROR\n {4}f.ts:6\\u001b\n/],
])('npm start says, line by line, that %s when the stack is synthesised', async (_what, words, said) => {
  // CDK starts esbuild by npx.
  await using bin = await mkdtempDisposable(join(tmpdir(), 'bin-'));
  await writeFile(join(bin.path, 'npx'), `#!/bin/sh\necho '${words}' >&2\nexit 1\n`, { mode: 0o755 });
  const run = await stageProcess([], { ...shared, PATH: `${bin.path}:${String(process.env['PATH'])}` });
  expect([await run.exitCode(), run.errors]).toEqual([1, expect.stringMatching(said)]);
});

test('npm start shows an error that it does not expect, and ends with 1', async () => {
  const run = await stageProcess(['--assembly', '.'], shared, (folder) =>
    writeFile(join(folder, 'manifest.json'), '{}'),
  );
  expect([await run.exitCode(), run.errors]).toEqual([1, expect.stringContaining('ValiError')]);
});

test.each([
  ['Route', 'AuthorizationType', 'JWT'],
  ['Route', 'RouteKey', 'ANY /there'],
  ['Route', 'Target', { 'Fn::Join': ['', ['integrations/', { Ref: 'Nothing' }]] }],
  ['Integration', 'IntegrationUri', { Ref: 'Function' }],
  ['Integration', 'RequestParameters', { 'overwrite:path': '/' }],
  ['Pipe', 'DesiredState', 'STOPPED'],
  ['Pipe', 'Enrichment', 'arn:aws:lambda'],
])('a stack with a %s whose %s is %j is refused by name', (type, property, value) => {
  const changed = structuredClone(template);
  const ofType = Object.entries(changed.Resources).filter(([, { Type }]) => Type.endsWith(`::${type}`));
  for (const [, { Properties }] of ofType) Properties[property] = value;
  const serve = () => [routesOf(changed), pipesOf(changed)];
  const ids = ofType.map(([id]) => id).join('|');
  const leads = ['Target', 'IntegrationUri'].includes(property);
  expect(serve).toThrow(new RegExp(leads ? /^\w+: it leads to no/ : `^(${ids}) .*: ${property}: `));
});

test('DynamoDB Local runs on the Java of JAVA_HOME, whatever is on the PATH, and is waited for whatever the clock does', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'java-home-'));
  await using scope = new AsyncDisposableStack();
  const JAVA_HOME = await javaHomeBefore(stage.dynamodbEndpoint, folder.path);
  const now = Date.now.bind(Date);
  // Each second is a quarter of an hour.
  jest.spyOn(Date, 'now').mockImplementation(() => now() + performance.now() * 1e3);
  const { endpoint } = await startEngine(scope, { ...process.env, JAVA_HOME });
  jest.restoreAllMocks();
  const client = scope.use(localDynamoDB(endpoint));
  expect((await client.send(new ListTablesCommand({}))).TableNames).toContain(stage.tables.upgrades);
});
