import type { Subject } from '../bundles/subjects.ts';
import { startCountingProxy, type Cost, type CountingProxy } from '../tables/counting-proxy.ts';
import { upgradeEvent } from '../upgrade-event.ts';
import { within, type Bench, type Ground } from './bench.ts';
import type { Measured } from './ledger.ts';
import { requireResults } from './results.ts';

const BATCHES = [1, 10, 100];
const ANONYMOUS = { 'of a stranger': ['cloud-sid=nobody', 'cloud-uid=nobody'], 'without a cookie': [] };

/** Counts what one fresh request of each size costs at the engine; and what one without a session costs. */
export async function measureCounts(bench: Bench, ground: Ground): Promise<void> {
  const { upgraders } = bench.subjects;
  bench.progress.begin('database calls and capacity', upgraders.length);
  const proxy = await startCountingProxy(ground.endpoint);
  try {
    for (const subject of upgraders) {
      await countBatches(bench, ground, proxy, subject);
      bench.progress.step();
    }
  } finally {
    proxy.close();
  }
}

async function countBatches(bench: Bench, { supply }: Ground, proxy: CountingProxy, subject: Subject) {
  const { name } = subject;
  await within(bench, subject, proxy, async (environment) => {
    for (const batch of BATCHES) {
      const [sns = []] = await supply.take(name, batch, 1);
      const { answers } = await environment.run([upgradeEvent(sns)]);
      requireResults(name, answers, batch, 0);
      enter(bench, [name, batch], proxy.take());
    }
    for (const [who, cookies] of Object.entries(ANONYMOUS)) {
      await environment.run([upgradeEvent(['A1'], { cookies })]);
      enter(bench, [name, who], proxy.take());
    }
  });
}

function enter({ ledger }: Bench, whose: Measured, cost: Cost): void {
  for (const [what, value] of Object.entries(cost)) ledger.add([what, ...whose], Number(value));
}
