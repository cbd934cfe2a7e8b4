import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  callerSettings,
  Environment,
  requiredCount,
  requiredText,
  type EnvironmentVariables,
} from '../config/environment.ts';
import type { Devices, Firmwares, Rollouts, Upgrades } from '../domain/ports.ts';
import type { PipelineServices } from '../http/operation-pipeline.ts';
import { devicesIn } from '../store/devices.ts';
import { firmwaresIn } from '../store/firmwares.ts';
import { rolloutsIn } from '../store/rollouts.ts';
import { sessionsIn } from '../store/sessions.ts';
import { upgradesIn } from '../store/upgrades.ts';

/** The outside world, as roll-outs need it. */
export interface RolloutServices {
  readonly rollouts: Rollouts;
  readonly upgrades: Pick<Upgrades, 'describeMany'>;
  readonly devices: Devices;
  readonly firmwares: Pick<Firmwares, 'find'>;
  readonly clock: () => Date;
  /** Seconds for which a claim holds its device. */
  readonly leaseSeconds: number;
}

/** The same, for callers. */
export interface RolloutCallerServices extends RolloutServices, PipelineServices {}

/** The services as the function's environment describes them. Throws when a variable is missing or no number. */
export function createServices(env: EnvironmentVariables, client: DynamoDBClient): RolloutServices {
  const upgrades = requiredText(env, Environment.upgradesTable);
  return {
    rollouts: rolloutsIn({ rollouts: requiredText(env, Environment.rolloutsTable), upgrades }, client),
    upgrades: upgradesIn(upgrades, client),
    devices: devicesIn(requiredText(env, Environment.devicesTable), client),
    firmwares: firmwaresIn(requiredText(env, Environment.firmwaresTable), client),
    clock: () => new Date(),
    leaseSeconds: requiredCount(env, Environment.leaseSeconds),
  };
}

/** As {@link createServices}. */
export function createCallerServices(env: EnvironmentVariables, client: DynamoDBClient): RolloutCallerServices {
  return {
    ...createServices(env, client),
    ...callerSettings(env),
    sessions: sessionsIn(requiredText(env, Environment.sessionsTable), client),
    maxBodyBytes: requiredCount(env, Environment.maxBodyBytes),
  };
}
