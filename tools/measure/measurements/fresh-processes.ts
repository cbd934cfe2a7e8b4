/** Measurements in freshly started processes: cold starts and memory. */
import { ask, type Bench } from '../bench.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { FunctionProcess } from '../function-process.ts';

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
