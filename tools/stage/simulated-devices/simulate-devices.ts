import pLimit from 'p-limit';
import * as v from 'valibot';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { deviceGatewayOn } from '../../device-gateway/device-gateway.ts';
import type { ReportedUpgrade } from '../../device-gateway/reports.ts';
import { localDynamoDB } from '../dynamodb.ts';
import type { OnEvent } from '../pipes/start-pipes.ts';
import type { StageDescription } from '../running-stages.ts';
import { type SimulationOptions, courseOf, rhythmOf } from './course.ts';
import { work, type SimulationPorts } from './work.ts';

/** The newest upgrade that each device was handed, and how many it was handed before that. */
type Newest = Map<string, { readonly upgradeId: string; readonly ordinal: number }>;

/**
 * Remembers an upgrade, and returns how many its device was handed before. Undefined when there is nothing to hand
 * over: the event came twice, or late, since ids sort by time.
 */
function handOver(newest: Newest, { sn, upgradeId }: ReportedUpgrade): number | undefined {
  const last = newest.get(sn);
  if (last !== undefined && upgradeId <= last.upgradeId) return undefined;
  const ordinal = last === undefined ? 0 : last.ordinal + 1;
  newest.set(sn, { upgradeId, ordinal });
  return ordinal;
}

/** More reports at once would not be answered sooner but time out: the engine shares the machine. */
const MOST_AT_ONCE = 16;

const text = v.string();
const Requested = v.object({ sn: text, upgradeId: text, version: text, firmwareId: text });

/**
 * Devices that install what they are told to, and report as a device gateway does. Returns what handles the events of the
 * bus: a device that an `UpgradeRequested` names begins soon. With the scope all devices stop where they are, once the last
 * report under way has finished.
 */
export function simulateDevices(
  scope: AsyncDisposableStack,
  options: SimulationOptions,
  ports: SimulationPorts,
): OnEvent {
  const rhythm = rhythmOf(options.seconds);
  const newest: Newest = new Map();
  const stop = new AbortController();
  const { signal } = stop;
  const working = new Set<Promise<void>>();
  const shared = { ...ports, rhythm, limit: pLimit(MOST_AT_ONCE), atWork: () => working.size, signal };
  scope.defer(async () => {
    stop.abort();
    await Promise.all(working);
  });

  async function begin({ version, firmwareId, ...upgrade }: v.InferOutput<typeof Requested>): Promise<void> {
    const ordinal = handOver(newest, upgrade);
    if (ordinal === undefined) {
      ports.onDeviceEvent({ ...upgrade, what: 'EventDropped' });
      return;
    }
    const fail = options.failOf?.[firmwareId] ?? options.fail;
    const course = courseOf({ ...options, fail }, upgrade.sn, ordinal);
    try {
      await work({ upgrade, version, course, ...shared });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  return ({ detailType, detail }) => {
    const { success, output } = v.safeParse(Requested, detail);
    if (signal.aborted || detailType !== 'UpgradeRequested' || !success) return;
    const work = begin(output).finally(() => working.delete(work));
    working.add(work);
  };
}

/** The simulated devices of a local stage, until the scope ends. */
export function devicesOfStage(
  scope: AsyncDisposableStack,
  { dynamodbEndpoint, tables }: Pick<StageDescription, 'dynamodbEndpoint' | 'tables'>,
  options: SimulationOptions,
  onDeviceEvent: SimulationPorts['onDeviceEvent'],
): OnEvent {
  const requestHandler = { requestTimeout: 5_000, throwOnRequestTimeout: true };
  // The devices repeat reports themselves.
  const client = scope.use(localDynamoDB(dynamodbEndpoint, { maxAttempts: 1, requestHandler }));
  const documents = DynamoDBDocumentClient.from(client);
  const gateway = deviceGatewayOn(tables.upgrades, documents);
  return simulateDevices(scope, options, {
    gateway,
    onInstalled: registryOn(tables.devices, documents),
    onDeviceEvent,
  });
}

/** What the device registry does when a device reports a new version: it updates the record, if there is one. */
function registryOn(table: string, client: DynamoDBDocumentClient): SimulationPorts['onInstalled'] {
  return async (sn, version) => {
    const command = new UpdateCommand({
      TableName: table,
      Key: { sn },
      UpdateExpression: 'SET firmwareVersion = :version',
      ConditionExpression: 'attribute_exists(sn)',
      ExpressionAttributeValues: { ':version': version },
    });
    await client.send(command).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  };
}
