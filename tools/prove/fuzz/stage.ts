import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DeviceItem } from '../../../functions/store/items/device.ts';
import type { SessionItem } from '../../../functions/store/items/session.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { routeKeyOf } from '../../../functions/domain/operations.ts';
import type { Assembly } from '../../stage/assembly.ts';
import { putAll } from '../../batch-write.ts';
import { encoder } from '../../stage/demo-data/items.ts';
import type { Engine } from '../../stage/engine.ts';
import { functionBehind } from '../../stage/routes.ts';
import { startStage } from '../../stage/stage.ts';
import type { TableNames } from '../../stage/tables.ts';
import { CALLERS, DEVICE_SNS } from './callers.ts';

/**
 * All operations, by their names in answers and on the command line, in an order that gives each something to work on: a
 * start makes something to look at and to cancel, and what is cancelled can be started again.
 */
export const OPERATIONS = [
  ...(['start-upgrade', 'upgrade-status', 'upgrade-history', 'cancel-upgrade', 'dry-run-upgrade'] as const),
  'get-all-firmwares',
  'getStreamServersList',
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** A local stage as the fuzzer uses it. */
export interface FuzzStage {
  readonly tables: TableNames;
  readonly documents: DynamoDBDocumentClient;
  /** Lines that the functions logged, metrics included, since the stage was started. */
  readonly logs: readonly string[];
  /** What the bundle returns for an event, bypassing the gateway: nothing else checks or mends it. */
  invoke(operation: Operation, event: unknown): Promise<unknown>;
}

/**
 * Starts a stage with the fuzzer's callers and devices beside the demo data.
 * @param engine a running engine whose tables hold the demo data; without it, one is started
 */
export async function startFuzzStage(
  scope: AsyncDisposableStack,
  assembly: Assembly,
  engine?: Pick<Engine, 'endpoint'>,
): Promise<FuzzStage> {
  const logs: string[] = [];
  const onLog = (line: string) => logs.push(line);
  const { template, tables, functions, documents } = await startStage(
    scope,
    engine ? { assembly, onLog, engine, leftTables: 'kept' } : { assembly, onLog },
  );
  await populate(documents, tables);
  const list = functionBehind(template, 'GET /V1.0/stream/getStreamServersList');
  const idOf = (operation: Operation) =>
    operation === 'getStreamServersList' ? list : functionBehind(template, routeKeyOf(operation));
  const ids = new Map(OPERATIONS.map((operation) => [operation, idOf(operation)]));
  const invoke = (operation: Operation, event: unknown) => functions.invoke(ids.get(operation) ?? '', event);
  return { tables, documents, logs, invoke };
}

const ENDED = 1_577_836_800;
const LIVE = 4_102_444_800;

/** Adds the fuzzer's sessions and devices to whatever is in the tables. Every tenth device is offline. */
async function populate(documents: DynamoDBDocumentClient, tables: TableNames): Promise<void> {
  const { admin, user, expired } = CALLERS;
  const sessions: SessionItem[] = [
    { sidHash: sidHash(admin.sid), userName: admin.uid, role: 'admin', expiresAt: LIVE },
    { sidHash: sidHash(user.sid), userName: user.uid, role: 'user', expiresAt: LIVE },
    { sidHash: sidHash(expired.sid), userName: expired.uid, role: 'admin', expiresAt: ENDED },
  ];
  const devices: DeviceItem[] = DEVICE_SNS.map((sn, index) => ({
    ...{ sn, ...encoder, firmwareVersion: '2.3.0' },
    ...(index % 10 === 9 && { online: false }),
  }));
  await putAll(documents, tables.sessions, sessions);
  await putAll(documents, tables.devices, devices);
}
