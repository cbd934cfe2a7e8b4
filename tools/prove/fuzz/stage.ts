import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DeviceItem, SessionItem } from '../../../functions/store/items.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { putAll } from '../../stage/demo-data/load.ts';
import { encoder } from '../../stage/demo-data/products.ts';
import { localDynamoDB } from '../../stage/dynamodb.ts';
import { startFunctions } from '../../stage/functions.ts';
import { routesOf } from '../../stage/routes.ts';
import { synthesise } from '../../stage/synthesise.ts';
import { tableNames, type TableNames } from '../../stage/tables.ts';
import type { Template } from '../../stage/template.ts';
import { CALLERS, DEVICE_SNS } from './callers.ts';

/** Both operations, as the answers and the command line name them. */
export const OPERATIONS = ['start-upgrade', 'getStreamServersList'] as const;

export type Operation = (typeof OPERATIONS)[number];

/** The bundles of the stack on an engine whose tables exist, with the fuzzer's callers and devices. */
export interface FuzzStage {
  readonly endpoint: string;
  readonly tables: TableNames;
  /** Lines that the functions logged, metrics included, since the stage was started. */
  readonly logs: readonly string[];
  /** What the bundle returns for an event, past the gateway: no other part checks or mends it. */
  invoke(operation: Operation, event: unknown): Promise<unknown>;
}

/** Starts the functions, not the engine. */
export async function startFuzzStage(scope: AsyncDisposableStack, endpoint: string): Promise<FuzzStage> {
  const logs: string[] = [];
  const assembly = await synthesise();
  scope.defer(() => assembly.close());
  const tables = tableNames(assembly.template);
  await populate(endpoint, tables);
  const ids = functionIds(assembly.template);
  const functions = startFunctions({ assembly, endpoint, onLog: (line) => logs.push(line) });
  scope.defer(() => functions.close());
  return { endpoint, tables, logs, invoke: (operation, event) => functions.invoke(ids[operation], event) };
}

function functionIds(template: Template): Record<Operation, string> {
  const idOf = (part: string) => routesOf(template).find(({ key }) => key.includes(part))?.functionId ?? part;
  return { 'start-upgrade': idOf('/upgrade/start'), getStreamServersList: idOf('getStreamServersList') };
}

const ENDED = 1_577_836_800;
const LIVE = 4_102_444_800;

/** Puts the fuzzer's sessions and devices beside whatever is in the tables. Every tenth device is offline. */
async function populate(endpoint: string, tables: TableNames): Promise<void> {
  const client = localDynamoDB(endpoint);
  const documents = DynamoDBDocumentClient.from(client);
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
  client.destroy();
}
