import type { Environment } from '../environment.ts';
import { upgradeEvent } from '../events.ts';
import type { Series } from '../plan.ts';
import type { Subject } from '../subjects.ts';
import type { Ground } from '../tables/grounds.ts';
import { requireResults } from './answers.ts';
import { freshProcess, isSlow, progress, type Bench } from './bench.ts';
import { MODES } from './ledger.ts';

/** A subject in a process that stays warm. */
interface Contender {
  readonly subject: Subject;
  readonly environment: Environment;
}

/** Warms up all subjects against a database, then measures them in turn, round by round. */
export async function measureWarm(bench: Bench, ground: Ground, series: readonly Series[]): Promise<void> {
  await using scope = new AsyncDisposableStack();
  const contenders = bench.subjects.upgraders.map((subject) => ({
    subject,
    environment: scope.use(freshProcess(bench, subject, ground)),
  }));
  await warmUp(bench, ground, contenders);
  for (const one of series) await measureSeries(bench, ground, contenders, one);
  await measureThroughput(bench, ground, contenders);
}

async function warmUp({ plan }: Bench, { table, supply }: Ground, contenders: readonly Contender[]) {
  const step = progress(`warm-up, ${table}`, contenders.length);
  for (const { subject, environment } of contenders) {
    for (const { batch, calls } of plan.warmUp) {
      const batches = await supply.take(subject.name, batch, isSlow(subject) ? Math.ceil(calls / 10) : calls);
      const events = batches.map((sns) => upgradeEvent(sns));
      await environment.run(events);
      await environment.run(events);
    }
    step();
  }
}

async function measureSeries(bench: Bench, ground: Ground, contenders: readonly Contender[], series: Series) {
  const step = progress(`batches of ${String(series.batch)}, ${ground.table}`, series.rounds);
  for (let round = 0; round < series.rounds; round += 1) {
    for (const contender of contenders) {
      if (takesPart(contender.subject, series, round)) await measureOne(bench, ground, contender, series);
    }
    step();
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

const CALLERS = 50;

/** Measures how many requests of one device a process answers per second to concurrent callers. */
async function measureThroughput({ plan, ledger }: Bench, { table, supply }: Ground, contenders: readonly Contender[]) {
  const { rounds, requests } = plan.throughput;
  const step = progress(`${String(CALLERS)} callers, ${table}`, rounds);
  for (let round = 0; round < rounds; round += 1) {
    for (const { subject, environment } of contenders) {
      const events = (await supply.take(subject.name, 1, requests)).map((sns) => upgradeEvent(sns));
      const { elapsedMs, answers } = await environment.run(events, CALLERS);
      requireResults(subject.name, answers, 1, 0);
      ledger.add(['throughput', table, subject.name], (requests / elapsedMs) * 1_000);
    }
    step();
  }
}
