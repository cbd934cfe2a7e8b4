/** Measurements in freshly started processes: cold starts, memory, and the database cost of a request. */
import { listEvent, upgradeEvent } from '../events.ts';
import type { Subject } from '../subjects.ts';
import { startCountingProxy, type CountingProxy } from '../tables/counting-proxy.ts';
import type { Ground } from '../tables/grounds.ts';
import { requireResults } from './answers.ts';
import { freshProcess, isSlow, progress, type Bench } from './bench.ts';

/** Starts the subjects in turn, round after round, each in a fresh process for a request of one device. */
export async function measureCold(bench: Bench, ground: Ground): Promise<void> {
  const { upgraders, list, bare } = bench.subjects;
  const step = progress('cold starts', bench.plan.coldStarts);
  for (let start = 0; start < bench.plan.coldStarts; start += 1) {
    for (const subject of [...upgraders, list, bare]) await startOnce(bench, ground, subject);
    step();
  }
}

async function startOnce(bench: Bench, ground: Ground, subject: Subject): Promise<void> {
  const { name } = subject;
  const [sns = []] = await ground.supply.take(name, 1, 1);
  const event = subject === bench.subjects.list ? listEvent() : upgradeEvent(sns);
  await using environment = freshProcess(bench, subject, ground);
  const { loadMs, durations, endedAt } = await environment.run([event]);
  bench.ledger.add(['load', name], loadMs);
  bench.ledger.add(['cold', name], loadMs + (durations[0] ?? NaN));
  bench.ledger.add(['process', name], endedAt - environment.begunAt);
}

const MEMORY_REQUESTS = 5;

/** Measures the peak memory of a fresh process after five requests of one device, and after five of 1,000. */
export async function measureMemory(bench: Bench, ground: Ground): Promise<void> {
  const { subjects, plan, ledger } = bench;
  const step = progress('memory', plan.memoryRounds);
  for (let round = 0; round < plan.memoryRounds; round += 1) {
    for (const batch of [1, 1_000]) {
      for (const subject of subjects.upgraders.filter((one) => !isSlow(one))) {
        const batches = await ground.supply.take(subject.name, batch, MEMORY_REQUESTS);
        await using environment = freshProcess(bench, subject, ground);
        const { peakBytes } = await environment.run(batches.map((sns) => upgradeEvent(sns)));
        ledger.add(['memory', subject.name, batch], peakBytes / 2 ** 20);
      }
    }
    step();
  }
}

/** Sizes of the requests that are counted. With serial round trips, the largest would take a slow subject minutes. */
const COUNTED = [1, 10, 100, 1_000];
const COUNTED_SLOW = COUNTED.filter((batch) => batch < 1_000);
const ANONYMOUS = { 'of a stranger': ['cloud-sid=nobody', 'cloud-uid=nobody'], 'without a cookie': [] };

/** Counts the database cost of a request of each size, fresh and repeated, and of requests without a session. */
export async function measureCounts(bench: Bench, ground: Ground): Promise<void> {
  const { upgraders } = bench.subjects;
  const step = progress('database calls and capacity', upgraders.length);
  await using proxy = await startCountingProxy(ground.endpoint);
  for (const subject of upgraders) {
    await countRequests(bench, ground, proxy, subject);
    step();
  }
}

async function countRequests(bench: Bench, { supply }: Ground, proxy: CountingProxy, subject: Subject) {
  const { name } = subject;
  const enter = (...request: readonly (string | number)[]) => {
    for (const [what, value] of Object.entries(proxy.take())) bench.ledger.add([what, name, ...request], Number(value));
  };
  await using environment = freshProcess(bench, subject, proxy);
  for (const batch of isSlow(subject) ? COUNTED_SLOW : COUNTED) {
    const [sns = []] = await supply.take(name, batch, 1);
    requireResults(name, (await environment.run([upgradeEvent(sns)])).answers, batch, 0);
    enter(batch, 'fresh');
    requireResults(name, (await environment.run([upgradeEvent(sns)])).answers, batch, 1);
    enter(batch, 'repeated');
  }
  for (const [who, cookies] of Object.entries(ANONYMOUS)) {
    await environment.run([upgradeEvent(['A1'], { cookies })]);
    enter(who);
  }
}
