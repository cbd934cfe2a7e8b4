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
    staging: { ...disposable, logRetentionDays: 30, eventArchiveDays: 30 },
    prod: {
      ...shared,
      removalPolicy: 'retain',
      deletionProtection: true,
      logRetentionDays: 365,
      eventArchiveDays: 400,
      listThrottle: { ratePerSecond: 1000, burst: 2000 },
      upgradeThrottle: { ratePerSecond: 100, burst: 200 },
      reservedConcurrency: 200,
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

describe('cdk synth', () => {
  const synth = async (...context: string[]) => {
    const out = await mkdtemp(join(tmpdir(), 'synth-'));
    try {
      return await run('npx', ['cdk', 'synth', '--quiet', '--output', out, ...context], { env: offline() });
    } finally {
      await rm(out, { recursive: true });
    }
  };

  /** No AWS account, and proxies that lead nowhere: whoever tries to reach the network fails. */
  const offline = () => ({
    ...process.env,
    NODE_OPTIONS: '',
    AWS_EC2_METADATA_DISABLED: 'true',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    HTTP_PROXY: 'http://127.0.0.1:9',
  });

  test('works without a network, and warns of nothing', async () => {
    const { stdout, stderr } = await synth('-c', 'stage=prod');
    expect(
      `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !line.startsWith('Bundling asset')),
    ).toEqual([]);
  }, 60_000);

  test('says in one line of its own that the stage is missing', async () => {
    const error = await synth().catch((failure: unknown) => failure as { stderr: string });
    const lines = 'stderr' in error ? error.stderr.split('\n') : [];
    expect(lines.filter((line) => line.startsWith('Which stage?'))).toHaveLength(1);
    expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([]);
  }, 60_000);
});
