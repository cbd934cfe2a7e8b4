import { upgradeEvent } from '../upgrade-event.ts';
import { isSlow, within, type Bench, type Ground } from './bench.ts';

const REQUESTS = 5;

/** Most memory that a fresh process has had after five requests of one device, and after five of 1,000. */
export async function measureMemory(bench: Bench, ground: Ground): Promise<void> {
  const { subjects, plan, progress, ledger } = bench;
  progress.begin('memory', plan.memoryRounds);
  for (let round = 0; round < plan.memoryRounds; round += 1) {
    for (const batch of [1, 1_000]) {
      for (const subject of subjects.upgraders.filter((one) => !isSlow(one))) {
        const batches = await ground.supply.take(subject.name, batch, REQUESTS);
        const events = batches.map((sns) => upgradeEvent(sns));
        const { peakBytes } = await within(bench, subject, ground, (environment) => environment.run(events));
        ledger.add(['memory', subject.name, batch], peakBytes / 2 ** 20);
      }
    }
    progress.step();
  }
}
