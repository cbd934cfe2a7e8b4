import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DeviceItem } from '../../functions/store/items/device.ts';
import { sidHash } from '../../functions/store/sessions.ts';
import { pathOf, type UpgradeOperation } from '../../functions/domain/operations.ts';
import { putAll } from '../../tools/batch-write.ts';
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import { encoder } from '../../tools/stage/demo-data/items.ts';
import { localDynamoDB } from '../../tools/stage/dynamodb.ts';
import type { StageDescription } from '../../tools/stage/running-stages.ts';
import { holdToContract } from './contract.ts';

/** The running local stage. */
export const stage = JSON.parse(process.env['TEST_STAGE'] ?? '{}') as StageDescription;

export const documents = DynamoDBDocumentClient.from(localDynamoDB(stage.dynamodbEndpoint), {
  marshallOptions: { removeUndefinedValues: true, allowImpreciseNumbers: true },
});

export const UPGRADE_PATH = '/sc_cloud/upgrade/start';
const LIST_PATH = '/V1.0/stream/getStreamServersList';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly result?: number;
    readonly method?: string;
    readonly details?: readonly { readonly sn: string; readonly result: number }[];
    readonly status?: number;
    readonly message?: string;
    readonly totalCount?: number;
    readonly serverList?: readonly { id: number; name: string; type: number; isConfigured: boolean }[];
  };
}

/** Any request to the stage, or to another gateway in front of the same tables. Throws when the answer breaks the contract. */
export async function request(path: string, init: RequestInit = {}, url = stage.url): Promise<Reply> {
  const response = await fetch(`${url}${path}`, init);
  const { status, headers } = response;
  const text = await response.text();
  holdToContract({ method: init.method ?? 'GET', path }, { status, headers, text });
  if (!headers.has('apigw-requestid')) throw new Error(`${path} was answered without a request id`);
  return { status, headers, body: JSON.parse(text) as Reply['body'] };
}

export function cookies({ sid, uid }: { sid: string; uid: string } = DEMO.admin): string {
  return `cloud-sid=${sid}; cloud-uid=${uid}`;
}

/** Start-upgrade with a raw body, by the demo administrator unless other headers are given. */
export function post(
  body: string | Buffer,
  headers: Record<string, string> = {},
  url = stage.url,
  path: string = UPGRADE_PATH,
): Promise<Reply> {
  const all = { 'content-type': 'application/json', cookie: cookies(), ...headers };
  return request(path, { method: 'POST', headers: all, body: new Uint8Array(Buffer.from(body)) }, url);
}

/** Start-upgrade by the demo administrator. */
export function upgrade(sn: unknown, firmwareId: unknown = 21, url = stage.url): Promise<Reply> {
  return post(JSON.stringify({ sn, 'firmware-id': firmwareId }), {}, url);
}

/** Another operation of the upgrade function, by the demo administrator. */
export function ask(operation: UpgradeOperation, sn: unknown, firmwareId?: unknown, url = stage.url): Promise<Reply> {
  return post(JSON.stringify({ sn, 'firmware-id': firmwareId }), {}, url, pathOf(operation));
}

/** The list of the bare base URL. */
export function list(init: RequestInit = {}): Promise<Reply> {
  return request(LIST_PATH, init);
}

/** The list of a device, asked for by the demo administrator unless another session is given. */
export function listOf(sn: string, session = DEMO.admin as { sid: string; uid: string }): Promise<Reply> {
  return request(`/devices/${sn}${LIST_PATH}`, { headers: { cookie: cookies(session) } });
}

/** The result of each device, in order. */
export function results(reply: Reply): number[] {
  return (reply.body.details ?? []).map(({ result }) => result);
}

let made = 0;

/** Serial numbers that no other test uses. */
export function newSns(count: number): string[] {
  const prefix = `T${process.env['JEST_WORKER_ID'] ?? '0'}-${String(process.pid)}-${String(Date.now())}`;
  return Array.from({ length: count }, () => `${prefix}-${String((made += 1))}`);
}

/** Registers new devices that firmwares 21 and 22 fit, and returns their serial numbers. */
export async function newDevices(count: number, overrides: Partial<DeviceItem> = {}): Promise<string[]> {
  const sns = newSns(count);
  const items = sns.map((sn) => ({ sn, ...encoder, firmwareVersion: '2.3.0', ...overrides }));
  // One batch at a time: the functions share the engine, and would time out behind a thousand writes.
  await putAll(documents, stage.tables.devices, items, 1);
  return sns;
}

export async function newDevice(overrides: Partial<DeviceItem> = {}): Promise<string> {
  const [sn = ''] = await newDevices(1, overrides);
  return sn;
}

/** Stores an item, complete or odd on purpose. */
export async function put(table: keyof typeof stage.tables, item: object): Promise<void> {
  await documents.send(new PutCommand({ TableName: stage.tables[table], Item: { ...item } }));
}

/** The upgrade on record for a device, as it is stored. */
export async function storedUpgrade(sn: string): Promise<Record<string, unknown> | undefined> {
  const command = new GetCommand({ TableName: stage.tables.upgrades, Key: { sn }, ConsistentRead: true });
  return (await documents.send(command)).Item;
}

/** Records a session and returns its cookies. */
export async function newSession(overrides: Record<string, unknown> = {}): Promise<{ sid: string; uid: string }> {
  const sid = `sid-${newSns(1).join('')}`;
  const session = { sidHash: sidHash(sid), userName: 'ann', role: 'admin', expiresAt: nowSeconds() + 3600 };
  await put('sessions', { ...session, ...overrides });
  return { sid, uid: 'ann' };
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
