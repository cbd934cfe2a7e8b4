/** Requests to the functions: what they cost at the database, cold starts and memory, and warm processes. */
import { keysOf } from '../../keys-of.ts';
import { ask, startProcesses, type Bench } from '../bench.ts';
import { startCostCounter } from '../database/cost-counter.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { FunctionProcess } from '../function-process.ts';
import { Ledger } from '../report/ledger.ts';
import { REQUESTS, sizesOf, type RequestName } from '../requests.ts';

const NAMES = keysOf(REQUESTS);

/**
 * Counts what each request of each size costs at the database. As every subject answers every request that it knows
 * here, this also shows that all answer right.
 */
export async function countCosts(bench: Bench, database: TestDatabase): Promise<void> {
  await using scope = new AsyncDisposableStack();
  const counter = await startCostCounter(scope, database.endpoint);
  const contenders = startProcesses(scope, bench, counter.endpoint, NAMES);
  const answering = (name: RequestName) => contenders.filter(({ subject }) => subject.answers.includes(name));
  for (const size of sizesOf(NAMES)) {
    const batches = await database.devices(size, 1);
    for (const name of NAMES.filter((one) => REQUESTS[one].sizes.includes(size))) {
      for (const contender of answering(name)) {
        await ask(contender, name, batches);
        for (const [cost, value] of counter.take()) bench.ledger.add(contender.subject.name, [cost, size, name], value);
      }
    }
  }
}

/** Starts the subjects in turn, round after round, each in a fresh process for one request. */
export async function measureCold({ subjects, plan, ledger, runtime }: Bench, database: TestDatabase): Promise<void> {
  for (let start = 0; start < plan.coldStarts; start += 1) {
    const batches = await database.devices(1, 1);
    for (const subject of subjects) {
      const [request] = subject.answers;
      if (request === undefined) continue;
      await using fresh = new FunctionProcess(subject, runtime, database.endpoint);
      const { loadMs, durations, loadCpuMs, cpuMs } = await ask(fresh, request, batches);
      ledger.add(subject.name, ['load, ms'], loadMs);
      ledger.add(subject.name, ['load to first answer, ms'], loadMs + (durations[0] ?? NaN));
      ledger.add(subject.name, ['load to first answer, processor ms'], loadCpuMs + cpuMs);
    }
  }
}

const REQUESTS_FOR_PEAK = 5;

/** Measures the peak memory of a fresh process after five requests of one device, and after five of 1,000. */
export async function measureMemory({ subjects, plan, ledger, runtime }: Bench, database: TestDatabase): Promise<void> {
  for (let round = 0; round < plan.memoryRounds; round += 1) {
    for (const size of [1, 1_000]) {
      const batches = await database.devices(size, REQUESTS_FOR_PEAK);
      for (const subject of subjects.filter(({ answers }) => answers.includes('fresh'))) {
        await using fresh = new FunctionProcess(subject, runtime, database.endpoint);
        const { peakBytes } = await ask(fresh, 'fresh', batches);
        ledger.add(subject.name, ['peak memory, MiB', size], peakBytes / 2 ** 20);
      }
    }
  }
}

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
