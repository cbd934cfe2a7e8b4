import { describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkSettings } from '../../infra/check-settings.ts';
import { NAMED_STAGES, stageSettings, type StageSettings } from '../../infra/stages.ts';

// Origins and receivers of alarms are the operator's own. The others are in the template of prod (stack.test.ts), differ from those of dev (differences.test.ts), or are limits of callers
// (docs/api.test.ts).
test('The settings of the named stages that only operators see are these', () => {
  const every = { leaseSeconds: 3600, memoryMb: 1024 };
  expect(NAMED_STAGES).toMatchObject({
    dev: { ...every, logRetentionDays: 7, eventArchiveDays: 7, deviceSn: 'A302190930001' },
    staging: { ...every, logRetentionDays: 30, eventArchiveDays: 30, longestSessionDays: 30 },
    prod: { ...every, deletionProtection: true, longestSessionDays: 30, canary: true },
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

const check = (difference: Partial<StageSettings>) => () => {
  checkSettings('dev', { ...NAMED_STAGES.dev, ...difference });
};

const front = { originSecretHashes: ['0'.repeat(64), 'f'.repeat(64)], publicUrl: 'https://fleet.example.com' };
const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/00000000';

describe('Settings that can be', () => {
  test.each(Object.entries(NAMED_STAGES))('are those of %s', (stage, settings) => {
    expect(() => {
      checkSettings(stage, settings);
    }).not.toThrow();
  });

  test.each<[string, Partial<StageSettings>]>([
    ['the smallest', { maxBatchSize: 1, maxBodyBytes: 1024, leaseSeconds: 60, memoryMb: 256, eventArchiveDays: 1 }],
    ['the largest', { maxBodyBytes: 1_048_576, leaseSeconds: 518_400, memoryMb: 10_240, eventArchiveDays: 3650 }],
    ['named origins', { allowedOrigins: ['https://console.example.com', 'https://localhost:8080'] }],
    ['receivers of alarms', { alarmReceivers: ['team@example.com'] }],
    ['a domain', { customDomain: { name: 'api.example.com', certificateArn } }],
    ['a longest session', { longestSessionDays: 1 }],
    ['a front proxy with two secrets', front],
    ['a small budget', { monthlyBudgetUsd: 1 }],
    ['one environment at a time', { reservedConcurrency: 1 }],
  ])('are %s', (_what, difference) => {
    expect(check(difference)).not.toThrow();
  });
});

describe('A setting that cannot be fails the synthesis in one line that names it:', () => {
  test.each<[keyof StageSettings, readonly unknown[]]>([
    ['maxBatchSize', [0, 1001, 1.5]],
    ['maxBodyBytes', [1023, 1_048_577]],
    ['leaseSeconds', [59, 518_401]],
    ['memoryMb', [255, 10_241]],
    ['reservedConcurrency', [0]],
    ['eventArchiveDays', [0]],
    ['longestSessionDays', [0]],
    // The second is the hash of an empty text, as of a variable that is not set.
    ['originSecretHashes', [['the secret itself'], [hash('sha256', '', 'hex')]]],
    ['publicUrl', [undefined, 'http://fleet.example.com', 'https://fleet.example.com/', 'https://*.example.com']],
    ['monthlyBudgetUsd', [0]],
    ['listThrottle', [{ ratePerSecond: 0, burst: 10 }]],
    ['upgradeThrottle', [{ ratePerSecond: 20, burst: 19 }]],
    ['allowedOrigins', [['*'], ['http://console.example.com'], ['https://console.example.com/'], ['https://a,b']]],
    ['allowedOrigins', [['https://console.example.com', 'console'], ['https://console.example.com:443']]],
    ['allowedOrigins', [['https://*'], ['https://*.example.com']]],
    ['deviceSn', ['not a serial number']],
    ['alarmReceivers', [['nobody'], ['a@b@example.com']]],
    [
      'customDomain',
      [
        { name: 'localhost', certificateArn },
        { name: 'api.example.com', certificateArn: 'certificate' },
      ],
    ],
  ])('%s cannot be any of %j', (name, values) => {
    for (const value of values) {
      expect(check({ ...front, [name]: value })).toThrow(
        new RegExp(`^Invalid settings for stage dev: ${name} must [^;\\n]*\\.$`),
      );
    }
  });

  test('several at once are all named', () => {
    expect(check({ memoryMb: 1, publicUrl: front.publicUrl })).toThrow(
      /memoryMb must .*; publicUrl must be set where /,
    );
  });
});

/**
 * No AWS account, and proxies that lead nowhere: any attempt to reach the network fails. CDK's own check of the template,
 * which takes longer than the synthesis, is made in cdk.test.ts.
 */
const OFFLINE = {
  ...process.env,
  NODE_OPTIONS: '',
  CDK_VALIDATION: 'false',
  AWS_EC2_METADATA_DISABLED: 'true',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
};

// That it warns of nothing is in assembly-faults.test.ts; `cdk ls` leaves out the files of the functions.
test('The stack is synthesised without a network', async () => {
  await using out = await mkdtempDisposable(join(tmpdir(), 'synth-'));
  const args = ['node_modules/aws-cdk/bin/cdk', 'ls', '--output', out.path, '-c', 'stage=prod'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env: OFFLINE });
  expect([stdout, stderr]).toEqual(['StreamFleet (stream-fleet-prod)\n', '']);
});
