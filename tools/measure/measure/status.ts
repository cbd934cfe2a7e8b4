import { isDeepStrictEqual } from 'node:util';
import type { Environment } from '../environment.ts';
import { statusEvent, upgradeEvent } from '../events.ts';
import { startCountingProxy } from '../tables/counting-proxy.ts';
import type { Ground } from '../tables/grounds.ts';
import { readAnswer, requireResults } from './answers.ts';
import { freshProcess, progress, type Bench } from './bench.ts';

/** The most devices that one request may name. */
const BATCH = 1_000;
const WARM_UP = 10;

/** Measures upgrade-status on upgrades that ours has started: ours and its floor in turn, after a warm-up. */
export async function measureStatus(bench: Bench, ground: Ground): Promise<void> {
  const { subjects, plan, ledger } = bench;
  await using scope = new AsyncDisposableStack();
  const event = statusEvent(await startedDevices(bench, ground));
  const contenders: readonly [string, Environment][] = subjectsOf(bench).map(([name, subject]) => [
    name,
    scope.use(freshProcess(bench, subject, ground)),
  ]);
  for (const [, environment] of contenders) await environment.run(Array<string>(WARM_UP).fill(event));
  const step = progress(`status of ${String(BATCH)}, ${ground.table}`, plan.status.rounds);
  for (let round = 0; round < plan.status.rounds; round += 1) {
    const told: unknown[] = [];
    for (const [name, environment] of contenders) {
      const { durations, answers } = await environment.run(Array<string>(plan.status.calls).fill(event));
      requireResults(`upgrade-status by ${name}`, answers, BATCH, 0);
      told.push(...answers.map(readAnswer));
      ledger.add(['latency', ground.table, name, BATCH, 'status'], ...durations);
    }
    if (!told.every((answer) => isDeepStrictEqual(answer, told[0]))) {
      throw new Error(`${subjects.statusFloor.name} does not answer as ours`);
    }
    step();
  }
}

/** Counts the database cost of upgrade-status. */
export async function countStatus(bench: Bench, ground: Ground): Promise<void> {
  const event = statusEvent(await startedDevices(bench, ground));
  await using proxy = await startCountingProxy(ground.endpoint);
  for (const [name, subject] of subjectsOf(bench)) {
    await using environment = freshProcess(bench, subject, proxy);
    requireResults(`upgrade-status by ${name}`, (await environment.run([event])).answers, BATCH, 0);
    for (const [what, value] of Object.entries(proxy.take()))
      bench.ledger.add([what, name, BATCH, 'status'], Number(value));
  }
}

/** Ours and the status floor by their names in the tables; `floor` is another subject for starts. */
function subjectsOf({ subjects: { upgraders, statusFloor } }: Bench) {
  const [ours] = upgraders;
  return [[ours.name, ours] as const, ['floor', statusFloor] as const];
}

async function startedDevices(bench: Bench, ground: Ground): Promise<readonly string[]> {
  const [ours] = bench.subjects.upgraders;
  const [sns = []] = await ground.supply.take(ours.name, BATCH, 1);
  await using environment = freshProcess(bench, ours, ground);
  requireResults(ours.name, (await environment.run([upgradeEvent(sns)])).answers, BATCH, 0);
  return sns;
}
