import type { Subject } from '../bundles/subjects.ts';
import { Environment } from '../environment/environment.ts';
import type { Series } from '../plan.ts';
import { upgradeEvent } from '../upgrade-event.ts';
import { isSlow, type Bench, type Ground } from './bench.ts';
import { MODES } from './ledger.ts';
import { requireResults } from './results.ts';
import { measureThroughput } from './throughput.ts';

/** A subject in a process that stays warm. */
export interface Contender {
  readonly subject: Subject;
  readonly environment: Environment;
}

/** Warms all subjects up before a database, then measures one after the other, round by round. */
export async function measureWarm(bench: Bench, ground: Ground, series: readonly Series[]): Promise<void> {
  const contenders = bench.subjects.upgraders.map((subject) => ({
    subject,
    environment: new Environment(subject, { runtime: bench.runtime, endpoint: ground.endpoint }),
  }));
  try {
    await warmUp(bench, ground, contenders);
    for (const one of series) await measureSeries(bench, ground, contenders, one);
    await measureThroughput(bench, ground, contenders);
  } finally {
    for (const { environment } of contenders) await environment.close();
  }
}

async function warmUp({ plan, progress }: Bench, { table, supply }: Ground, contenders: readonly Contender[]) {
  progress.begin(`warm-up, ${table}`, contenders.length);
  for (const { subject, environment } of contenders) {
    for (const { batch, calls } of plan.warmUp) {
      const batches = await supply.take(subject.name, batch, isSlow(subject) ? Math.ceil(calls / 10) : calls);
      const events = batches.map((sns) => upgradeEvent(sns));
      await environment.run(events);
      await environment.run(events);
    }
    progress.step();
  }
}

async function measureSeries(bench: Bench, ground: Ground, contenders: readonly Contender[], series: Series) {
  bench.progress.begin(`batches of ${String(series.batch)}, ${ground.table}`, series.rounds);
  for (let round = 0; round < series.rounds; round += 1) {
    for (const contender of contenders) {
      if (takesPart(contender.subject, series, round)) await measureOne(bench, ground, contender, series);
    }
    bench.progress.step();
  }
}

function takesPart(subject: Subject, { rounds, slowRounds }: Series, round: number): boolean {
  return (
    !isSlow(subject) || Math.floor(((round + 1) * slowRounds) / rounds) > Math.floor((round * slowRounds) / rounds)
  );
}

async function measureOne({ ledger }: Bench, { table, supply }: Ground, contender: Contender, series: Series) {
  const { environment, subject } = contender;
  const { name } = subject;
  const { batch } = series;
  const calls = isSlow(subject) ? 1 : series.calls;
  const events = (await supply.take(name, batch, calls)).map((sns) => upgradeEvent(sns));
  for (const mode of MODES) {
    const { durations, cpuMs, answers } = await environment.run(events);
    requireResults(name, answers, batch, mode === 'fresh' ? 0 : 1);
    ledger.add(['latency', table, name, batch, mode], ...durations);
    ledger.add(['cpu', table, name, batch, mode], cpuMs / events.length);
  }
}
