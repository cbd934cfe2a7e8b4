import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  countOrUnbounded,
  Environment,
  requiredText,
  texts,
  type EnvironmentVariables,
} from '../config/environment.ts';
import type { Sessions, StreamServers } from '../domain/ports.ts';
import { documentClient } from '../store/document-client.ts';
import { sessionsIn } from '../store/sessions.ts';
import { streamServersIn } from '../store/stream-servers.ts';

/** The outside world and the stage's settings, as this operation needs them. */
export interface ListServices {
  readonly sessions: Sessions;
  readonly streamServers: StreamServers;
  readonly clock: () => Date;
  /** Longest life, in seconds, that a session may have ahead of it. */
  readonly longestSessionSeconds: number;
  /** Hexadecimal SHA-256 of each secret that what stands in front of the gateway may send; none if nothing does. */
  readonly originSecretHashes: readonly string[];
  /** Device that the bare base URL speaks for, if the stage names one. */
  readonly deviceSn: string | undefined;
  readonly metricsNamespace: string;
}

/** The services as the function's environment describes them. Throws when a variable is missing. */
export function createServices(env: EnvironmentVariables, client: DynamoDBClient): ListServices {
  const documents = documentClient(client);
  return {
    sessions: sessionsIn(requiredText(env, Environment.sessionsTable), client),
    streamServers: streamServersIn(requiredText(env, Environment.devicesTable), documents),
    clock: () => new Date(),
    longestSessionSeconds: countOrUnbounded(env, Environment.longestSessionSeconds),
    originSecretHashes: texts(env, Environment.originSecretHashes),
    deviceSn: env[Environment.deviceSn],
    metricsNamespace: requiredText(env, Environment.metricsNamespace),
  };
}
