import { describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { results, stage, upgrade } from '../../../support/stage.ts';
import { stageProcess } from '../../../support/stage-process.ts';
import { until } from '../../../support/until.ts';

const start = (env: NodeJS.ProcessEnv = {}) => stageProcess([], env);

/** Resolves once nothing answers at the URL any more. */
async function isGone(url: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (!answered) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

describe('npm start', () => {
  test('says where it is ready, describes itself in .local/stage.json, and prints commands that work', async () => {
    const run = await start();
    const description = await run.ready();
    expect(description).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      dynamodbEndpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      region: expect.any(String),
      tables: {
        sessions: expect.any(String),
        devices: expect.any(String),
        firmwares: expect.any(String),
        upgrades: expect.any(String),
      },
    });
    expect(run.output.split('\n')).toContain(`Local stage ready on ${description.url}`);

    const commands = run.output.split('\n').filter((line) => line.startsWith('curl '));
    const replies = [];
    for (const command of commands) replies.push(await shell(command));
    expect(
      replies.map((reply) => [/ (\d{3}) /.exec(reply)?.[1], ...reply.matchAll(/"(?:result|status)":(\d+)/g)].map(code)),
    ).toEqual([
      [200, 0],
      [200, 0],
      [200, 0, 0, 0],
      [200, 0, 1, 1],
      [200, 0, 11, 11],
      [403, 31],
    ]);
    expect(await fetch(description.url).then((response) => response.text())).toContain('POST /sc_cloud/upgrade/start');
  }, 60_000);

  test('shows each event on a line of its own within two seconds, and none for a repeat', async () => {
    const run = await start();
    const { url } = await run.ready();
    const events = () => run.output.split('\n').filter((line) => line.startsWith('Upgrade'));
    const [first, second] = DEMO.batch;
    const begun = Date.now();
    expect(results(await upgrade([first], 21, url))).toEqual([0]);
    await until(() => events().length > 0);
    expect(Date.now() - begun).toBeLessThan(2_000);

    expect(results(await upgrade([first, second], 21, url))).toEqual([1, 0]);
    await until(() => events().length > 1);
    expect(events().map((line) => line.split(' ', 1).join())).toEqual(['UpgradeRequested', 'UpgradeRequested']);
    expect(events().map((line) => (JSON.parse(line.slice(line.indexOf('{'))) as { sn: string }).sn)).toEqual([
      first,
      second,
    ]);
  }, 60_000);

  test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'ended by %s leaves nothing behind',
    async (signal) => {
      const run = await start();
      const { url, dynamodbEndpoint } = await run.ready();
      run.process.kill(signal);
      expect(await run.exitCode()).toBe(signal === 'SIGKILL' ? null : 0);
      expect(await isGone(url)).toBe(true);
      expect(await isGone(dynamodbEndpoint)).toBe(true);
      if (signal !== 'SIGKILL')
        await expect(access(join(run.folder, '.local', 'stage.json'))).rejects.toThrow('ENOENT');
    },
    60_000,
  );

  test('on a port that is taken says so in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    const run = await start({ PORT: port });
    expect(await run.exitCode()).toBe(1);
    server.close();
    expect(run.complaints).toMatch(new RegExp(`^[^\\n]*${port}[^\\n]*\\n$`));
  }, 60_000);

  test('without Java says in one line what to install', async () => {
    const run = await start({ PATH: '/nowhere' });
    expect(await run.exitCode()).toBe(1);
    expect(run.complaints.split('\n').filter((line) => !line.startsWith('Bundling'))).toEqual([
      expect.stringMatching(/Java 17.*DYNAMODB_ENDPOINT/),
      '',
    ]);
  }, 60_000);

  test.each(['80x', '-1', '65536', ' '])('on the port %j says in one line that it is none', async (port) => {
    const run = await start({ PORT: port });
    expect(await run.exitCode()).toBe(1);
    expect(run.complaints).toMatch(/^PORT[^\n]*\n$/);
  });

  test('with an engine that does not answer says so in one line', async () => {
    const run = await start({ DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' });
    expect(await run.exitCode()).toBe(1);
    expect(run.complaints).toMatch(/http:\/\/127\.0\.0\.1:9[^\n]*\n$/);
  }, 60_000);
});

describe('The gateway of the local stage', () => {
  test('answers 404 as an HTTP API does, for unknown paths and trailing slashes', async () => {
    for (const path of [
      '/nothing',
      '/sc_cloud/upgrade/start/',
      '//sc_cloud/upgrade/start',
      '/devices//V1.0/stream/getStreamServersList',
    ]) {
      const response = await fetch(`${stage.url}${path}`, { method: 'POST' });
      expect([response.status, await response.json()]).toEqual([404, { message: 'Not Found' }]);
    }
  });

  test('survives a path that cannot be decoded', async () => {
    expect((await fetch(`${stage.url}/%E0%A4%A`)).status).toBe(400);
    expect((await fetch(stage.url)).status).toBe(200);
  });
});

function shell(command: string): Promise<string> {
  const child = spawn('sh', ['-c', command]);
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  return once(child, 'exit').then(() => output);
}

const code = (match: string | RegExpExecArray | undefined) => Number(typeof match === 'string' ? match : match?.[1]);
