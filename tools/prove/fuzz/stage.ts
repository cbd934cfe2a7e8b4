import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DeviceItem } from '../../../functions/store/items/device.ts';
import type { SessionItem } from '../../../functions/store/items/session.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { routeKeyOf, type OperationName } from '../../../functions/domain/operations.ts';
import { putAll } from '../../batch-write.ts';
import { encoder } from '../../stage/demo-data/items.ts';
import { functionBehind } from '../../stage/routes.ts';
import { startStage, type StageOptions } from '../../stage/stage.ts';
import type { TableNames } from '../../stage/tables.ts';
import { CALLERS, DEVICE_SNS } from './callers.ts';

/**
 * All operations, in an order that gives each something to work on: a start makes something to look at and to cancel, and what
 * is cancelled can be started again.
 */
export const ORDER: readonly OperationName[] = [
  ...(['start-upgrade', 'upgrade-status', 'upgrade-history', 'cancel-upgrade', 'dry-run-upgrade'] as const),
  'get-all-firmwares',
  'getStreamServersList',
  ...(['create-rollout', 'dry-run-rollout', 'rollout-status', 'pause-rollout', 'resume-rollout'] as const),
  'cancel-rollout',
];

/** A local stage as the fuzzer uses it, with all lines that its functions logged, metrics included. */
export type FuzzStage = Awaited<ReturnType<typeof startFuzzStage>>;

/** Serves a stack with the fuzzer's callers and devices beside the demo data, on an engine of its own if none is given. */
export async function startFuzzStage(scope: AsyncDisposableStack, served: Pick<StageOptions, 'assembly' | 'engine'>) {
  const logs: string[] = [];
  const onLog = (line: string) => logs.push(line);
  const { template, tables, functions, documents } = await startStage(scope, { ...served, onLog });
  await populate(documents, tables);
  const ids = new Map(ORDER.map((operation) => [operation, functionBehind(template, routeKeyOf(operation))]));
  // Bypassing the gateway: nothing else checks or mends what the bundle returns.
  const invoke = (operation: OperationName, event: unknown) => functions.invoke(ids.get(operation) ?? '', event);
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
