import type { Subject } from '../bundles/subjects.ts';
import { listEvent, upgradeEvent } from '../upgrade-event.ts';
import { within, type Bench, type Ground } from './bench.ts';

/** Starts every subject in fresh processes, one after the other and again, for one request of one device. */
export async function measureCold(bench: Bench, ground: Ground): Promise<void> {
  const { upgraders, list, bare } = bench.subjects;
  bench.progress.begin('cold starts', bench.plan.coldStarts);
  for (let start = 0; start < bench.plan.coldStarts; start += 1) {
    for (const subject of [...upgraders, list, bare]) await startOnce(bench, ground, subject);
    bench.progress.step();
  }
}

async function startOnce(bench: Bench, ground: Ground, subject: Subject): Promise<void> {
  const { name } = subject;
  const [sns = []] = await ground.supply.take(name, 1, 1);
  const event = subject === bench.subjects.list ? listEvent() : upgradeEvent(sns);
  await within(bench, subject, ground, async (environment) => {
    const { loadMs, durations, endedAt } = await environment.run([event]);
    bench.ledger.add(['load', name], loadMs);
    bench.ledger.add(['cold', name], loadMs + (durations[0] ?? NaN));
    bench.ledger.add(['process', name], endedAt - environment.begunAt);
  });
}
