import { hash } from 'node:crypto';
import { SERIAL_NUMBER } from '../functions/domain/device.ts';
import type { StageSettings, Throttle } from './stages.ts';

/** Lambda takes at most 6 MB; a body in base64, with all its escapes, must still fit. */
const MAX_BODY_BYTES = 1024 * 1024;

/** The largest batch that can be claimed in time at the slowest planned rate: 100 claims in 2 s. */
const MAX_BATCH_SIZE = 1000;

/** What is hashed where a variable that should hold the secret is not set. */
const SHA256_OF_NOTHING = hash('sha256', '', 'hex');

/** Throws a one-line error that names the settings of a stage that cannot work. */
export function checkSettings(stage: string, settings: StageSettings): void {
  const wrong = problems(settings);
  if (wrong.length > 0) throw new Error(`Invalid settings for stage ${stage}: ${wrong.join('; ')}.`);
}

function problems(settings: StageSettings): string[] {
  const { maxBatchSize, maxBodyBytes, leaseSeconds, memoryMb, reservedConcurrency, eventArchiveDays } = settings;
  const { longestSessionDays, monthlyBudgetUsd, publicUrl, originSecretHashes = [] } = settings;
  const rules: readonly (readonly [boolean, string])[] = [
    [isCount(maxBatchSize, 1, MAX_BATCH_SIZE), `maxBatchSize must be 1 to ${String(MAX_BATCH_SIZE)}`],
    [isCount(maxBodyBytes, 1024, MAX_BODY_BYTES), `maxBodyBytes must be 1024 to ${String(MAX_BODY_BYTES)}`],
    // Less than the longest lease that counts, by more than any two clocks differ.
    [isCount(leaseSeconds, 60, 6 * 86_400), 'leaseSeconds must be a minute to six days'],
    [isCount(memoryMb, 256, 10_240), 'memoryMb must be 256 to 10240'],
    [reservedConcurrency === undefined || isCount(reservedConcurrency, 1, 10_000), 'reservedConcurrency must be ≥ 1'],
    [isCount(eventArchiveDays, 1, 3650), 'eventArchiveDays must be 1 to 3650'],
    [longestSessionDays === undefined || isCount(longestSessionDays, 1, 3650), 'longestSessionDays must be 1 to 3650'],
    [monthlyBudgetUsd === undefined || isCount(monthlyBudgetUsd, 1, 1_000_000), 'monthlyBudgetUsd must be ≥ 1'],
    [originSecretHashes.every(isSha256), 'originSecretHashes must be SHA-256 in lower-case hexadecimal'],
    [!originSecretHashes.includes(SHA256_OF_NOTHING), 'originSecretHashes must not hold the hash of an empty secret'],
    [publicUrl === undefined || isOrigin(publicUrl), 'publicUrl must be https:// and a host, without a path'],
    [
      // By any other URL, the smoke check and the fleet tool would be refused like everybody else.
      (publicUrl === undefined) === (originSecretHashes.length === 0),
      'publicUrl must be set where originSecretHashes are, and nowhere else',
    ],
    [isThrottle(settings.listThrottle), 'listThrottle must have a rate ≥ 1 and a burst not below it'],
    [isThrottle(settings.upgradeThrottle), 'upgradeThrottle must have a rate ≥ 1 and a burst not below it'],
    [isThrottle(settings.rolloutThrottle), 'rolloutThrottle must have a rate ≥ 1 and a burst not below it'],
    [settings.allowedOrigins.every(isOrigin), 'allowedOrigins must be https:// and a host, without a path'],
    [settings.deviceSn === undefined || SERIAL_NUMBER.test(settings.deviceSn), 'deviceSn must be a serial number'],
    [
      settings.alarmReceivers.every((receiver) => /^[^\s@]+@[^\s@]+$/.test(receiver)),
      'alarmReceivers must be e-mail addresses',
    ],
    [isDomain(settings.customDomain), 'customDomain must have a host name and the ARN of an ACM certificate'],
  ];
  return rules.filter(([holds]) => !holds).map(([, rule]) => rule);
}

function isCount(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}

function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

function isThrottle({ ratePerSecond, burst }: Throttle): boolean {
  return isCount(ratePerSecond, 1, 10_000) && isCount(burst, ratePerSecond, 10_000);
}

/** `https://` and one host. For CORS, the gateway reads `*` in a host as a wildcard, and a URL may hold one. */
function isOrigin(origin: string): boolean {
  return /^https:\/\/[a-z0-9.:-]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
}

function isDomain(domain: StageSettings['customDomain']): boolean {
  if (domain === undefined) return true;
  return /^([a-z0-9-]+\.)+[a-z]+$/.test(domain.name) && /^arn:[\w-]+:acm:/.test(domain.certificateArn);
}
