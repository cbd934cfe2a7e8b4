import { FunctionProcess, type RunResult } from './function-process.ts';
import type { Ledger } from './report/ledger.ts';
import { requireRightAnswer, REQUESTS, type RequestName } from './requests.ts';
import type { Subject } from './subjects.ts';

/** How often everything is measured. */
export const FULL = {
  /** Rounds of all starts and of upgrade-status on the stand-in, and on DynamoDB Local. */
  standInRounds: 20,
  localRounds: 10,
  refusalRounds: 40,
  /** Rounds before each of these that are not recorded. */
  warmUpRounds: 3,
  coldStarts: 40,
  memoryRounds: 5,
};

export type Plan = Readonly<typeof FULL>;

/** For a trial: its figures are not reliable. */
export const QUICK: Plan = {
  ...{ standInRounds: 2, localRounds: 2, refusalRounds: 5 },
  ...{ warmUpRounds: 1, coldStarts: 3, memoryRounds: 1 },
};

/** All that a measurement needs. */
export interface Bench {
  /** Ours first. */
  readonly subjects: readonly Subject[];
  readonly plan: Plan;
  readonly ledger: Ledger;
  /** Path of the bundle of the runtime in the subjects' processes. */
  readonly runtime: string;
}

/** Starts a process for each of the subjects that answer one of these requests; they end with the scope. */
export function startProcesses(
  scope: AsyncDisposableStack,
  { subjects, runtime }: Bench,
  endpoint: string,
  requests: readonly RequestName[],
): FunctionProcess[] {
  return subjects
    .filter(({ answers }) => answers.some((name) => requests.includes(name)))
    .map((subject) => scope.use(new FunctionProcess(subject, runtime, endpoint)));
}

/** Has a process answer a request once for each batch of devices. Throws if an answer is wrong. */
export async function ask(
  contender: FunctionProcess,
  name: RequestName,
  batches: readonly (readonly string[])[],
): Promise<RunResult> {
  const result = await contender.run(batches.map((sns) => REQUESTS[name].event(sns)));
  for (const [index, sns] of batches.entries()) {
    requireRightAnswer(contender.subject.name, name, sns, result.answers[index] ?? '');
  }
  return result;
}
