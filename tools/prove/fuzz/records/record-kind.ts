import type fc from 'fast-check';
import { routeKeyOf, type UpgradeOperation } from '../../../../functions/domain/operations.ts';
import { CREDENTIALS, REGION } from '../../../stage/account.ts';
import { CALLERS } from '../callers.ts';
import { contractFaults, readAnswer } from '../properties/answer-faults.ts';
import type { Identity } from '../properties/rights.ts';
import type { FuzzStage, Operation } from '../stage.ts';
import type { WireItem } from './attribute-values.ts';

/** Odd records of one kind, and a check of the answers about each. */
export interface RecordKind {
  readonly name: string;
  /** Items without their key. */
  readonly items: fc.Arbitrary<WireItem>;
  /**
   * Stores an item, asks for what depends on it, and returns what is wrong with the answers. Undefined if the engine
   * rejects the item.
   * @param number number of this attempt, for unique keys
   */
  attempt(stage: FuzzStage, item: WireItem, number: number): Promise<readonly string[] | undefined>;
}

/** Put into records where no answer may show the value. */
export const SECRET = 'fuzz-secret';

const AUTHORIZATION = `AWS4-HMAC-SHA256 Credential=${CREDENTIALS.accessKeyId}/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

/**
 * Stores an item exactly as it is, bypassing the database client, which would lose an attribute named `__proto__` and
 * rejects some odd values. Resolves to whether the engine accepted it; DynamoDB Local does not check signatures.
 */
export async function putRaw(endpoint: string, table: string, item: WireItem): Promise<boolean> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.PutItem',
      authorization: AUTHORIZATION,
    },
    body: JSON.stringify({ TableName: table, Item: item }),
  });
  await response.arrayBuffer();
  return response.ok;
}

/** HTTP status, and the results of the devices in order. */
export type Expected = readonly [status: number, ...results: number[]];

interface Asked {
  readonly firmwareId?: number;
  readonly caller?: Identity;
}

/** Asks for upgrades, first as a dry run, and returns what is wrong with the answers, which must be the same. */
export async function upgradeFaults(
  stage: FuzzStage,
  sns: readonly string[],
  expected: Expected,
  asked: Asked = {},
): Promise<readonly string[]> {
  return [
    ...(await operationFaults(stage, 'dry-run-upgrade', sns, expected, asked)),
    ...(await operationFaults(stage, 'start-upgrade', sns, expected, asked)),
  ];
}

/** Calls an operation of the upgrade function, and returns what is wrong with the answer. */
export function operationFaults(
  stage: FuzzStage,
  operation: UpgradeOperation,
  sns: readonly string[],
  expected: Expected,
  { firmwareId = 21, caller = CALLERS.admin }: Asked = {},
): Promise<readonly string[]> {
  const body = JSON.stringify({ sn: sns, 'firmware-id': firmwareId });
  const event = { ...eventOf(caller, routeKeyOf(operation)), body, isBase64Encoded: false };
  return faults(stage, operation, event, expected);
}

/** Asks for the list of a device, and returns what is wrong with the answer. */
export function listFaults(stage: FuzzStage, sn: string, expected: Expected, caller: Identity = CALLERS.admin) {
  return faults(stage, 'getStreamServersList', { ...eventOf(caller, 'fuzz'), pathParameters: { sn } }, expected);
}

function eventOf({ sid, uid }: Identity, routeKey: string) {
  const headers = { 'content-type': 'application/json' };
  return { version: '2.0', rawPath: '/fuzz', routeKey, cookies: [`cloud-sid=${sid}`, `cloud-uid=${uid}`], headers };
}

async function faults(
  stage: FuzzStage,
  operation: Operation,
  event: object,
  expected: Expected,
): Promise<readonly string[]> {
  const answer = readAnswer(await stage.invoke(operation, event));
  const got = [answer.status, ...(answer.status === 200 ? answer.details.map(({ result }) => result) : [])];
  const same = got.join() === expected.join();
  const unlike = same ? [] : [`${operation}: expected ${expected.join()} and got ${got.join()}`];
  const leaks = answer.text.includes(SECRET) ? [`${operation}: the answer tells a secret`] : [];
  return [...unlike, ...leaks, ...contractFaults(operation, answer)];
}
