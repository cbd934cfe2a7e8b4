import { describe, expect, test } from '@jest/globals';
import { checkSettings } from '../../infra/check-settings.ts';
import { NAMED_STAGES, type StageSettings } from '../../infra/stages.ts';

const check = (difference: Partial<StageSettings>) => () => {
  checkSettings('dev', { ...NAMED_STAGES.dev, ...difference });
};

const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/00000000';

describe('Settings that can be', () => {
  test.each(Object.entries(NAMED_STAGES))('are those of %s', (stage, settings) => {
    expect(() => {
      checkSettings(stage, settings);
    }).not.toThrow();
  });

  test.each<[string, Partial<StageSettings>]>([
    ['the smallest', { maxBatchSize: 1, maxBodyBytes: 1024, leaseSeconds: 60, memoryMb: 256, eventArchiveDays: 1 }],
    ['the largest', { maxBodyBytes: 1_048_576, leaseSeconds: 604_800, memoryMb: 10_240, eventArchiveDays: 3650 }],
    ['named origins', { allowedOrigins: ['https://console.example.com', 'https://localhost:8080'] }],
    ['receivers of alarms', { alarmReceivers: ['team@example.com'] }],
    ['a domain', { customDomain: { name: 'api.example.com', certificateArn } }],
    ['a longest session', { longestSessionDays: 1 }],
    ['two secrets of what is in front', { originSecretHashes: ['0'.repeat(64), 'f'.repeat(64)] }],
    ['a small budget', { monthlyBudgetUsd: 1 }],
    ['one environment at a time', { reservedConcurrency: 1 }],
  ])('are %s', (_what, difference) => {
    expect(check(difference)).not.toThrow();
  });
});

describe('A setting that cannot be fails the synthesis in one line that names it:', () => {
  test.each<[keyof StageSettings, Partial<StageSettings>]>([
    ['maxBatchSize', { maxBatchSize: 0 }],
    ['maxBatchSize', { maxBatchSize: 1001 }],
    ['maxBatchSize', { maxBatchSize: 1.5 }],
    ['maxBodyBytes', { maxBodyBytes: 1023 }],
    ['maxBodyBytes', { maxBodyBytes: 1_048_577 }],
    ['leaseSeconds', { leaseSeconds: 59 }],
    ['leaseSeconds', { leaseSeconds: 604_801 }],
    ['memoryMb', { memoryMb: 255 }],
    ['memoryMb', { memoryMb: 10_241 }],
    ['reservedConcurrency', { reservedConcurrency: 0 }],
    ['eventArchiveDays', { eventArchiveDays: 0 }],
    ['longestSessionDays', { longestSessionDays: 0 }],
    ['originSecretHashes', { originSecretHashes: ['the secret itself'] }],
    ['monthlyBudgetUsd', { monthlyBudgetUsd: 0 }],
    ['listThrottle', { listThrottle: { ratePerSecond: 0, burst: 10 } }],
    ['upgradeThrottle', { upgradeThrottle: { ratePerSecond: 20, burst: 19 } }],
    ['allowedOrigins', { allowedOrigins: ['*'] }],
    ['allowedOrigins', { allowedOrigins: ['http://console.example.com'] }],
    ['allowedOrigins', { allowedOrigins: ['https://console.example.com/'] }],
    ['allowedOrigins', { allowedOrigins: ['https://console.example.com', 'console'] }],
    ['allowedOrigins', { allowedOrigins: ['https://*'] }],
    ['allowedOrigins', { allowedOrigins: ['https://*.example.com'] }],
    ['allowedOrigins', { allowedOrigins: ['https://a,b'] }],
    ['allowedOrigins', { allowedOrigins: ['https://console.example.com:443'] }],
    ['deviceSn', { deviceSn: 'not a serial number' }],
    ['alarmReceivers', { alarmReceivers: ['nobody'] }],
    ['alarmReceivers', { alarmReceivers: ['a@b@example.com'] }],
    ['customDomain', { customDomain: { name: 'localhost', certificateArn } }],
    ['customDomain', { customDomain: { name: 'api.example.com', certificateArn: 'certificate' } }],
  ])('%s', (name, difference) => {
    expect(check(difference)).toThrow(new RegExp(`^Invalid settings for stage dev: ${name} must [^;\\n]*\\.$`));
  });

  test('several at once are all named', () => {
    expect(check({ maxBatchSize: 0, memoryMb: 1 })).toThrow(/maxBatchSize must .*; memoryMb must /);
  });
});
