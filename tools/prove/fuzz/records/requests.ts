import { contractFaults } from '../properties/contract-faults.ts';
import { readAnswer } from '../properties/answer.ts';
import { CALLERS } from '../stage/callers.ts';
import type { FuzzStage, Operation } from '../stage/fuzz-stage.ts';

interface Identity {
  readonly sid: string;
  readonly uid: string;
}

/** HTTP status, and the results of the devices in order. */
export type Expected = readonly [status: number, ...results: number[]];

/** Asks for upgrades, and says what is wrong with the answer. */
export function upgradeFaults(
  stage: FuzzStage,
  sns: readonly string[],
  expected: Expected,
  { firmwareId = 21, caller = CALLERS.admin }: { firmwareId?: number; caller?: Identity } = {},
): Promise<readonly string[]> {
  const body = JSON.stringify({ sn: sns, 'firmware-id': firmwareId });
  return faults(stage, 'start-upgrade', { ...eventOf(caller), body, isBase64Encoded: false }, expected);
}

/** Asks for the list of a device, and says what is wrong with the answer. */
export function listFaults(stage: FuzzStage, sn: string, expected: Expected, caller: Identity = CALLERS.admin) {
  return faults(stage, 'getStreamServersList', { ...eventOf(caller), pathParameters: { sn } }, expected);
}

function eventOf({ sid, uid }: Identity) {
  const headers = { 'content-type': 'application/json' };
  return { version: '2.0', cookies: [`cloud-sid=${sid}`, `cloud-uid=${uid}`], headers };
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
  return [...unlike, ...contractFaults(operation, answer)];
}
