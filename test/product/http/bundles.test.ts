import { beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Assembly } from '../../../tools/stage/assembly.ts';
import { devAssembly } from '../../support/assemblies.ts';
import { Environment } from '../../../functions/config/environment.ts';
import { gatewayEvent } from '../../support/events.ts';

/** Variables that Lambda sets for every function, without those of the stack. */
const BARE = { AWS_REGION: 'eu-central-1', PATH: process.env['PATH'] };

const script = `
  import { handler } from './index.js';
  const context = { getRemainingTimeInMillis: () => 25000 };
  const answer = await handler(JSON.parse(process.argv[1]), context);
  process.stdout.write(JSON.stringify({ status: answer.statusCode, body: JSON.parse(answer.body) }));
`;

let assembly: Assembly;

beforeAll(async () => {
  assembly = await devAssembly();
});

/** Copies a bundle to an empty folder, far from the project's packages, and calls it there in a process of its own. */
async function askAlone(text: string, event: unknown, env: NodeJS.ProcessEnv = BARE): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  try {
    await cp(await bundleWith(text), folder, { recursive: true });
    expect(await readdir(folder)).toEqual(['index.js']);
    const args = ['--input-type=module', '--eval', script, JSON.stringify(event)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
    // The lines before it are metrics.
    return JSON.parse(stdout.split('\n').at(-1) ?? '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The folder of the bundle whose code contains a text. */
async function bundleWith(text: string): Promise<string> {
  for (const folder of assembly.assets.values()) {
    const code = await readFile(join(folder, 'index.js'), 'utf8').catch(() => '');
    if (code.includes(text)) return folder;
  }
  throw new Error(`no bundle holds ${text}`);
}

const anonymous = { cookies: undefined };

/** All required settings of a function, with a value that could be a name or a count. */
const { originSecretHashes, ...required } = Environment;
const settings = { ...BARE, ...Object.fromEntries(Object.values(required).map((name) => [name, '1000'])) };

test('The bundle of start-upgrade loads and answers in an empty folder', async () => {
  expect(await askAlone('start-upgrade', gatewayEvent(anonymous), settings)).toEqual({
    status: 401,
    body: { result: 37, method: 'start-upgrade', details: [] },
  });
});

test('The bundle of getStreamServersList loads and answers in an empty folder', async () => {
  const event = gatewayEvent({ ...anonymous, pathParameters: { sn: 'A302190930001' } });
  expect(await askAlone('serverList', event, settings)).toEqual({
    status: 401,
    body: { status: 37, message: 'NOT_LOGGED_IN', totalCount: 0, serverList: [] },
  });
});

test('A function whose settings are missing loads all the same, and answers 500 in shape', async () => {
  expect(await askAlone('start-upgrade', gatewayEvent())).toEqual({
    status: 500,
    body: { result: 6, method: 'start-upgrade', details: [] },
  });
});
