import { ask, startProcesses, type Bench } from '../bench.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { Ledger } from '../report/ledger.ts';
import { REQUESTS, sizesOf, type RequestName } from '../requests.ts';

/** Calls of each subject in a round: of large batches fewer. */
const callsOf = (size: number) => Math.max(1, Math.round(8 - 2.5 * Math.log10(size)));

/** Measures subjects that stay warm, in turn, round by round. */
export async function measureWarm(
  bench: Bench,
  { name: databaseName, endpoint, devices }: TestDatabase,
  requests: readonly RequestName[],
  rounds: number,
): Promise<void> {
  await using scope = new AsyncDisposableStack();
  const contenders = startProcesses(scope, bench, endpoint, requests);
  for (let round = -bench.plan.warmUpRounds; round < rounds; round += 1) {
    // What the warm-up takes is of no interest.
    const ledger = round < 0 ? new Ledger() : bench.ledger;
    for (const size of sizesOf(requests)) {
      const batches = await devices(size, callsOf(size));
      for (const name of requests.filter((one) => REQUESTS[one].sizes.includes(size))) {
        for (const contender of contenders.filter(({ subject }) => subject.answers.includes(name))) {
          const { durations, cpuMs } = await ask(contender, name, batches);
          ledger.add(contender.subject.name, ['latency, ms', size, name, databaseName], ...durations);
          ledger.add(contender.subject.name, ['processor, ms', size, name, databaseName], cpuMs / batches.length);
        }
      }
    }
  }
}
