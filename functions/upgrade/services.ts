import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  countOrUnbounded,
  Environment,
  requiredCount,
  requiredText,
  texts,
  type EnvironmentVariables,
} from '../config/environment.ts';
import type { Devices, Firmwares, Sessions, Upgrades } from '../domain/ports.ts';
import { devicesIn } from '../store/devices.ts';
import { firmwaresIn } from '../store/firmwares.ts';
import { sessionsIn } from '../store/sessions.ts';
import { upgradesIn } from '../store/upgrades.ts';

/** The outside world and the stage's settings, as the upgrade function needs them. */
export interface UpgradeServices {
  readonly sessions: Sessions;
  readonly firmwares: Firmwares;
  readonly devices: Devices;
  readonly upgrades: Upgrades;
  readonly clock: () => Date;
  /** Longest life, in seconds, that a session may have ahead of it. */
  readonly longestSessionSeconds: number;
  /** Hexadecimal SHA-256 of each secret that what stands in front of the gateway may send; none if nothing does. */
  readonly originSecretHashes: readonly string[];
  /** Seconds for which a claim holds its device. */
  readonly leaseSeconds: number;
  readonly maxBatchSize: number;
  readonly maxBodyBytes: number;
  readonly metricsNamespace: string;
}

/** The services as the function's environment describes them. Throws when a variable is missing or no number. */
export function createServices(env: EnvironmentVariables, client: DynamoDBClient): UpgradeServices {
  return {
    sessions: sessionsIn(requiredText(env, Environment.sessionsTable), client),
    firmwares: firmwaresIn(requiredText(env, Environment.firmwaresTable), client),
    devices: devicesIn(requiredText(env, Environment.devicesTable), client),
    upgrades: upgradesIn(requiredText(env, Environment.upgradesTable), client),
    clock: () => new Date(),
    longestSessionSeconds: countOrUnbounded(env, Environment.longestSessionSeconds),
    originSecretHashes: texts(env, Environment.originSecretHashes),
    leaseSeconds: requiredCount(env, Environment.leaseSeconds),
    maxBatchSize: requiredCount(env, Environment.maxBatchSize),
    maxBodyBytes: requiredCount(env, Environment.maxBodyBytes),
    metricsNamespace: requiredText(env, Environment.metricsNamespace),
  };
}
