import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { deviceGatewayOn } from '../device-gateway/device-gateway.ts';
import { CREDENTIALS, REGION } from '../account.ts';
import type { StageDescription } from '../stage.ts';
import type { SimulationOptions } from './course.ts';
import type { OnHappening } from './happening.ts';
import { simulateDevices, type SimulatedDevices } from './simulate-devices.ts';

/** The simulated devices of a local stage. They are to be closed before it. */
export function devicesOfStage(
  { dynamodbEndpoint, tables }: Pick<StageDescription, 'dynamodbEndpoint' | 'tables'>,
  options: SimulationOptions,
  onHappening: OnHappening,
): SimulatedDevices {
  const client = new DynamoDBClient({
    endpoint: dynamodbEndpoint,
    region: REGION,
    credentials: CREDENTIALS,
    // The devices themselves report again.
    maxAttempts: 1,
    requestHandler: { requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
  const gateway = deviceGatewayOn(tables.upgrades, DynamoDBDocumentClient.from(client));
  const devices = simulateDevices(options, { gateway, onHappening });
  return {
    onEvent: devices.onEvent,
    close: async () => {
      await devices.close();
      client.destroy();
    },
  };
}
