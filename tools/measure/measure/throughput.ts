import { upgradeEvent } from '../upgrade-event.ts';
import type { Bench, Ground } from './bench.ts';
import { requireResults } from './results.ts';
import type { Contender } from './warm.ts';

const CALLERS = 50;

/** Requests of one device each that one process answers in a second, asked by so many callers at once. */
export async function measureThroughput(
  { plan, ledger, progress }: Bench,
  { table, supply }: Ground,
  contenders: readonly Contender[],
): Promise<void> {
  const { rounds, requests } = plan.throughput;
  progress.begin(`${String(CALLERS)} callers, ${table}`, rounds);
  for (let round = 0; round < rounds; round += 1) {
    for (const { subject, environment } of contenders) {
      const events = (await supply.take(subject.name, 1, requests)).map((sns) => upgradeEvent(sns));
      const { elapsedMs, answers } = await environment.run(events, CALLERS);
      requireResults(subject.name, answers, 1, 0);
      ledger.add(['throughput', table, subject.name], (requests / elapsedMs) * 1_000);
    }
    progress.step();
  }
}
