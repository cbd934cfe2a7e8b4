import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  callerSettings,
  Environment,
  requiredCount,
  requiredText,
  type EnvironmentVariables,
} from '../config/environment.ts';
import type { Devices, Firmwares, UpgradeHistory, Upgrades } from '../domain/ports.ts';
import type { PipelineServices } from '../http/operation-pipeline.ts';
import { devicesIn } from '../store/devices.ts';
import { firmwaresIn } from '../store/firmwares.ts';
import { sessionsIn } from '../store/sessions.ts';
import { upgradeHistoryIn } from '../store/upgrade-history.ts';
import { upgradesIn } from '../store/upgrades.ts';

/** The outside world and the stage's settings, as the upgrade function needs them. */
export interface UpgradeServices extends PipelineServices {
  readonly firmwares: Firmwares;
  readonly devices: Devices;
  readonly upgrades: Upgrades;
  readonly history: UpgradeHistory;
  /** Seconds for which a claim holds its device. */
  readonly leaseSeconds: number;
  readonly maxBatchSize: number;
}

/** The services as the function's environment describes them. Throws when a variable is missing or no number. */
export function createServices(env: EnvironmentVariables, client: DynamoDBClient): UpgradeServices {
  return {
    ...callerSettings(env),
    sessions: sessionsIn(requiredText(env, Environment.sessionsTable), client),
    firmwares: firmwaresIn(requiredText(env, Environment.firmwaresTable), client),
    devices: devicesIn(requiredText(env, Environment.devicesTable), client),
    upgrades: upgradesIn(requiredText(env, Environment.upgradesTable), client),
    history: upgradeHistoryIn(requiredText(env, Environment.upgradeHistoryTable), client),
    clock: () => new Date(),
    leaseSeconds: requiredCount(env, Environment.leaseSeconds),
    maxBatchSize: requiredCount(env, Environment.maxBatchSize),
    maxBodyBytes: requiredCount(env, Environment.maxBodyBytes),
  };
}
