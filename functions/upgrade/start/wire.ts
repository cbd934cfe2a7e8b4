import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import pLimit from 'p-limit';
import { Environment, requiredCount, requiredText, type EnvironmentVariables } from '../../config/environment.ts';
import { CLAIMS_IN_FLIGHT } from '../../store/client.ts';
import { devicesIn } from '../../store/devices.ts';
import { firmwaresIn } from '../../store/firmwares.ts';
import { sessionsIn } from '../../store/sessions.ts';
import { upgradesIn } from '../../store/upgrades.ts';
import type { StartUpgradeServices } from './services.ts';

/** The services as the function's environment describes them. Throws when a variable is missing or no number. */
export function wire(env: EnvironmentVariables, client: DynamoDBClient): StartUpgradeServices {
  return {
    sessions: sessionsIn(requiredText(env, Environment.sessionsTable), client),
    firmwares: firmwaresIn(requiredText(env, Environment.firmwaresTable), client),
    devices: devicesIn(requiredText(env, Environment.devicesTable), client),
    upgrades: upgradesIn(requiredText(env, Environment.upgradesTable), client),
    clock: () => new Date(),
    limit: pLimit(CLAIMS_IN_FLIGHT),
    leaseSeconds: requiredCount(env, Environment.leaseSeconds),
    maxBatchSize: requiredCount(env, Environment.maxBatchSize),
    maxBodyBytes: requiredCount(env, Environment.maxBodyBytes),
  };
}
