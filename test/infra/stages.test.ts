import { describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NAMED_STAGES, stageSettings } from '../../infra/stages.ts';

const run = promisify(execFile);

test('The settings of the named stages are these', () => {
  const shared = {
    maxBatchSize: 1000,
    maxBodyBytes: 262_144,
    leaseSeconds: 3600,
    allowedOrigins: [],
    alarmReceivers: [],
    memoryMb: 1024,
  };
  const disposable = {
    ...shared,
    removalPolicy: 'destroy',
    deletionProtection: false,
    listThrottle: { ratePerSecond: 50, burst: 100 },
    upgradeThrottle: { ratePerSecond: 20, burst: 40 },
    deviceSn: 'A302190930001',
    canary: false,
  };
  expect(NAMED_STAGES).toEqual({
    dev: { ...disposable, logRetentionDays: 7, eventArchiveDays: 7 },
    staging: { ...disposable, logRetentionDays: 30, eventArchiveDays: 30, longestSessionDays: 30 },
    prod: {
      ...shared,
      removalPolicy: 'retain',
      deletionProtection: true,
      logRetentionDays: 365,
      eventArchiveDays: 400,
      longestSessionDays: 30,
      listThrottle: { ratePerSecond: 250, burst: 500 },
      upgradeThrottle: { ratePerSecond: 100, burst: 200 },
      canary: true,
    },
  });
});

describe('A stage', () => {
  test.each(['dev', 'staging', 'prod', 'ann', 'a', 'feature-12', 'x'.repeat(20)])('may be called %s', (name) => {
    expect(stageSettings(name).maxBatchSize).toBe(1000);
  });

  test.each([undefined, '', 'Dev', '1st', 'my_stage', '-x', 'x'.repeat(21), 'dev ', 'dev\n', 7, null, {}])(
    'cannot be called %p: one line says what can',
    (name) => {
      expect(() => stageSettings(name)).toThrow(/^Which stage\? .*$/);
    },
  );

  test('that is personal, and only named like a part of an object, has the settings of dev', () => {
    expect(stageSettings('constructor')).toEqual(stageSettings('dev'));
  });
});

/** No AWS account, and proxies that lead nowhere: any attempt to reach the network fails. */
const OFFLINE = {
  ...process.env,
  NODE_OPTIONS: '',
  AWS_EC2_METADATA_DISABLED: 'true',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
};

test('cdk synth works without a network, and warns of nothing', async () => {
  const out = await mkdtemp(join(tmpdir(), 'synth-'));
  const args = ['cdk', 'synth', '--quiet', '--output', out, '-c', 'stage=prod'];
  const { stdout, stderr } = await run('npx', args, { env: OFFLINE });
  await rm(out, { recursive: true });
  const lines = `${stdout}${stderr}`.split('\n');
  expect(lines.filter((line) => line !== '' && !line.startsWith('Bundling asset'))).toEqual([]);
}, 60_000);

test('Without a stage, the app says in one line which there are', async () => {
  const error = await run('node', ['infra/app.ts'], { env: OFFLINE }).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Which stage\?[^\n]*\n$/) });
}, 60_000);
