import pLimit from 'p-limit';
import * as v from 'valibot';
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { CREDENTIALS, REGION } from '../account.ts';
import { type DeviceGateway, deviceGatewayOn } from '../device-gateway/device-gateway.ts';
import type { ReportedUpgrade } from '../device-gateway/reports.ts';
import type { OnEvent } from '../pipes/start-pipes.ts';
import type { StageDescription } from '../stage.ts';
import { type SimulationOptions, courseOf, rhythmOf } from './course.ts';
import type { OnDeviceEvent } from './device-event.ts';
import { work } from './work.ts';

interface Newest {
  readonly upgradeId: string;
  readonly ordinal: number;
}

/** Which upgrade each device was handed last. */
class NewestUpgrades {
  readonly #newest = new Map<string, Newest>();

  /**
   * Remembers an upgrade, and returns how many its device was handed before. Undefined when there is nothing to hand
   * over: the event has come twice, or late, since ids sort by time.
   */
  handOver({ sn, upgradeId }: ReportedUpgrade): number | undefined {
    const newest = this.#newest.get(sn);
    if (newest !== undefined && upgradeId <= newest.upgradeId) return undefined;
    const ordinal = newest === undefined ? 0 : newest.ordinal + 1;
    this.#newest.set(sn, { upgradeId, ordinal });
    return ordinal;
  }
}

/** More reports at once would not be answered sooner, but time out: the engine shares the machine. */
const MOST_AT_ONCE = 16;

const Requested = v.object({ sn: v.string(), upgradeId: v.string(), version: v.string() });

/** What the devices report by, and whom they let know. */
export interface SimulationSurroundings {
  readonly gateway: DeviceGateway;
  /** Takes note that a device has this version of its firmware now; rejects when that has to be repeated. */
  readonly onInstalled: (sn: string, version: string) => Promise<void>;
  readonly onDeviceEvent: OnDeviceEvent;
}

export interface SimulatedDevices {
  /** Takes the events of the bus. Whatever device an `UpgradeRequested` names begins soon; others are ignored. */
  readonly onEvent: OnEvent;
  /** Stops all devices where they are. Resolves when the last report under way is done with. */
  close(): Promise<void>;
}

/** Devices that install what they are told to, and report it as a device gateway does. */
export function simulateDevices(
  options: SimulationOptions,
  { gateway, onInstalled, onDeviceEvent }: SimulationSurroundings,
): SimulatedDevices {
  const rhythm = rhythmOf(options.seconds);
  const newest = new NewestUpgrades();
  const stop = new AbortController();
  const { signal } = stop;
  const working = new Set<Promise<void>>();
  const shared = { limit: pLimit(MOST_AT_ONCE), atWork: () => working.size, signal };

  async function begin({ version, ...upgrade }: v.InferOutput<typeof Requested>): Promise<void> {
    const ordinal = newest.handOver(upgrade);
    if (ordinal === undefined) {
      onDeviceEvent({ ...upgrade, what: 'EventDropped' });
      return;
    }
    const course = courseOf(options, upgrade.sn, ordinal);
    try {
      const installed = () => onInstalled(upgrade.sn, version);
      await work({ upgrade, course, rhythm, gateway, onInstalled: installed, onDeviceEvent, ...shared });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  return {
    onEvent: ({ detailType, detail }) => {
      const { success, output } = v.safeParse(Requested, detail);
      if (signal.aborted || detailType !== 'UpgradeRequested' || !success) return;
      const work = begin(output).finally(() => working.delete(work));
      working.add(work);
    },
    close: async () => {
      stop.abort();
      await Promise.all(working);
    },
  };
}

/** The simulated devices of a local stage. They are to be closed before it. */
export function devicesOfStage(
  { dynamodbEndpoint, tables }: Pick<StageDescription, 'dynamodbEndpoint' | 'tables'>,
  options: SimulationOptions,
  onDeviceEvent: OnDeviceEvent,
): SimulatedDevices {
  const client = new DynamoDBClient({
    endpoint: dynamodbEndpoint,
    region: REGION,
    credentials: CREDENTIALS,
    // The devices themselves report again.
    maxAttempts: 1,
    requestHandler: { requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
  const documents = DynamoDBDocumentClient.from(client);
  const devices = simulateDevices(options, {
    gateway: deviceGatewayOn(tables.upgrades, documents),
    onInstalled: registryOn(tables.devices, documents),
    onDeviceEvent,
  });
  return {
    onEvent: devices.onEvent,
    close: async () => {
      await devices.close();
      client.destroy();
    },
  };
}

/** What the device registry does when a device reports a new version: its record follows, if there is one. */
function registryOn(table: string, client: DynamoDBDocumentClient): SimulationSurroundings['onInstalled'] {
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
