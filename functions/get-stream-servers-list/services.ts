import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  callerSettings,
  Environment,
  requiredText,
  type CallerSettings,
  type EnvironmentVariables,
} from '../config/environment.ts';
import type { Sessions, StreamServers } from '../domain/ports.ts';
import { documentClient } from '../store/document-client.ts';
import { sessionsIn } from '../store/sessions.ts';
import { streamServersIn } from '../store/stream-servers.ts';

/** The outside world and the stage's settings, as this operation needs them. */
export interface ListServices extends CallerSettings {
  readonly sessions: Sessions;
  readonly streamServers: StreamServers;
  readonly clock: () => Date;
  /** Device that the bare base URL speaks for, if the stage names one. */
  readonly deviceSn: string | undefined;
}

/** The services as the function's environment describes them. Throws when a variable is missing. */
export function createServices(env: EnvironmentVariables, client: DynamoDBClient): ListServices {
  const documents = documentClient(client);
  return {
    ...callerSettings(env),
    sessions: sessionsIn(requiredText(env, Environment.sessionsTable), client),
    streamServers: streamServersIn(requiredText(env, Environment.devicesTable), documents),
    clock: () => new Date(),
    deviceSn: env[Environment.deviceSn],
  };
}
