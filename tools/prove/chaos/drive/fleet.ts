import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { epochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import type { DeviceItem } from '../../../../functions/store/items/device.ts';
import { putAll } from '../../../batch-write.ts';
import { encoder } from '../../../stage/demo-data/items.ts';
import { deviceGatewayOn, type DeviceGateway } from '../../../device-gateway/device-gateway.ts';
import type { ReportedUpgrade } from '../../../device-gateway/reports.ts';
import { localDynamoDB } from '../../../stage/dynamodb.ts';
import { between, oneOf, randomFor, type Random } from '../../../random.ts';
import type { ChaosStage } from './chaos-stage.ts';

/** The devices that upgrades are meant for. */
export interface Fleet {
  /** Takes a command, as the device gateway does. */
  readonly begin: (upgrade: ReportedUpgrade) => void;
  /** Resolves when all commands so far have been dealt with. */
  readonly ended: () => Promise<void>;
}

/** Registers new devices of one product, and returns their serial numbers. */
export async function registerDevices({ documents, tables }: ChaosStage, count: number): Promise<readonly string[]> {
  const sns = Array.from({ length: count }, (_, index) => `C${String(index + 1).padStart(5, '0')}`);
  const items = sns.map((sn) => deviceItem(sn, true));
  await putAll(documents, tables.devices, items);
  return sns;
}

function deviceItem(sn: string, online: boolean): DeviceItem & Record<string, unknown> {
  return { sn, ...encoder, firmwareVersion: '2.3.0', online };
}

async function setOnline({ stage: { documents, tables }, upgrade }: Device, online: boolean): Promise<void> {
  await documents.send(new PutCommand({ TableName: tables.devices, Item: deviceItem(upgrade.sn, online) }));
}

/** Far longer than the slowest report takes, so that a late report never lets the lease run out. */
const LEASE_SECONDS = 60;
/** For a device that falls silent. Leases end on whole seconds, so it lasts at least one. */
export const SHORT_LEASE_SECONDS = 2;

interface Device {
  readonly stage: ChaosStage;
  readonly gateway: DeviceGateway;
  readonly upgrade: ReportedUpgrade;
  /** How long a command may wait before its device begins. */
  readonly latestBeginMs: number;
  readonly random: Random;
}

type Life = (device: Device) => Promise<void>;

const ends: Life = async ({ gateway, upgrade, random }) => {
  await untilAnswered(() =>
    gateway.reportEnd(upgrade, random() < 0.7 ? { state: 'succeeded' } : { state: 'failed', reason: 'no space left' }),
  );
};

/** The lease stays the same however often the report is repeated. */
const progresses = ({ gateway, upgrade }: Device, percent: number, leaseSeconds: number) => {
  const leaseEndsAt = epochSeconds(new Date()) + leaseSeconds;
  return untilAnswered(() => gateway.reportProgress(upgrade, { percent, leaseEndsAt }));
};

/** Begins at once or late, and goes on only if the report was recorded, so a cancelled upgrade never begins. */
const begins = async (device: Device): Promise<boolean> => {
  if (device.random() < 0.5) await pause(between(device.random, 0, device.latestBeginMs));
  return (await progresses(device, 0, LEASE_SECONDS)) === 'recorded';
};

const works: Life = async (device) => {
  for (const percent of [30, 80]) {
    await progresses(device, percent, LEASE_SECONDS);
    await pause(between(device.random, 0, 200));
  }
  await ends(device);
};

/** The lease runs out; nobody ever reports the end. */
const fallsSilent: Life = async (device) => {
  await progresses(device, 10, SHORT_LEASE_SECONDS);
};

/** The device may have been claimed again in the meantime; if not, the reports hold it again. */
const comesBack: Life = async (device) => {
  await fallsSilent(device);
  await pause(between(device.random, 1_000, 3_500));
  await works(device);
};

const reboots: Life = async (device) => {
  await progresses(device, 50, LEASE_SECONDS);
  await setOnline(device, false);
  await pause(between(device.random, 200, 1_000));
  await setOnline(device, true);
  await ends(device);
};

const LIVES = [ends, ends, ends, works, works, fallsSilent, fallsSilent, comesBack, reboots] as const;

async function live(device: Device): Promise<void> {
  if (await begins(device)) await oneOf(device.random, LIVES)(device);
}

/** How the devices live; the same again for the same seed. */
export interface FleetOptions {
  readonly seed: number;
  /** How long a command may wait before its device begins; half of them begin at once. */
  readonly latestBeginMs?: number | undefined;
}

/** Devices that carry out their commands, each in one of several ways, and report through the proxy. */
export function livingFleet(
  started: AsyncDisposableStack,
  stage: ChaosStage,
  { seed, latestBeginMs = 1_500 }: FleetOptions,
): Fleet {
  const requestHandler = { requestTimeout: 1_000, throwOnRequestTimeout: true };
  const client = started.use(localDynamoDB(stage.proxy.url, { requestHandler }));
  const gateway = deviceGatewayOn(stage.tables.upgrades, DynamoDBDocumentClient.from(client));
  const lives: Promise<void>[] = [];
  const counts = new Map<string, number>();
  return {
    begin: (upgrade) => {
      const count = counts.get(upgrade.sn) ?? 0;
      counts.set(upgrade.sn, count + 1);
      const random = randomFor(seed, upgrade.sn, count);
      lives.push(live({ stage, gateway, upgrade, latestBeginMs, random }));
    },
    ended: async () => {
      await Promise.all(lives);
    },
  };
}

/** Repeats a report until the database answers, as the data contract requires. */
async function untilAnswered<Outcome>(report: () => Promise<Outcome>): Promise<Outcome> {
  for (;;) {
    try {
      return await report();
    } catch {
      await pause(50);
    }
  }
}
