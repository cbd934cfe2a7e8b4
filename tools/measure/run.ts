import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesiseDev } from '../stage/assembly.ts';
import type { Bench, Plan } from './bench.ts';
import { startLocalDatabase } from './database/local-database.ts';
import { startStandIn } from './database/stand-in.ts';
import type { TestDatabase } from './database/test-database.ts';
import { countCosts, measureCold, measureMemory, measureWarm } from './measurements/requests.ts';
import { measureRollouts } from './measurements/rollouts.ts';
import { Ledger } from './report/ledger.ts';
import { REFUSALS } from './requests.ts';
import { bundleRuntime, makeSubjects } from './subjects.ts';

/** Builds the bundles, starts the databases, and measures; says on standard error what it is about to do. */
export async function runBenchmark(plan: Plan): Promise<Ledger> {
  await using scope = new AsyncDisposableStack();
  const { path: folder } = scope.use(await mkdtempDisposable(join(tmpdir(), 'bench-')));
  console.error('bundles and databases');
  const assembly = await synthesiseDev(scope);
  const subjects = await makeSubjects(assembly, folder);
  const bench: Bench = { plan, subjects, ledger: new Ledger(), runtime: await bundleRuntime(folder) };
  const names = subjects.map(({ name }) => name);
  const local = await startLocalDatabase(scope, assembly.template, names);
  await measureAll(bench, local, await startStandIn(scope, assembly.template));
  return bench.ledger;
}

async function measureAll(bench: Bench, local: TestDatabase, standIn: TestDatabase): Promise<void> {
  const { plan, ledger, subjects } = bench;
  for (const { name, bytes } of subjects) ledger.add(name, ['bundle, bytes'], bytes);
  console.error('costs, and whether all subjects answer right');
  await countCosts(bench, local);
  console.error('roll-outs');
  await measureRollouts(bench, local);
  console.error('cold starts');
  await measureCold(bench, standIn);
  console.error('memory');
  await measureMemory(bench, standIn);
  for (const [database, rounds] of [[standIn, plan.standInRounds] as const, [local, plan.localRounds] as const]) {
    console.error(`latency and processor time on ${database.name}`);
    await measureWarm(bench, database, ['fresh', 'repeated', 'status'], rounds);
  }
  console.error('refusals');
  await measureWarm({ ...bench, subjects: subjects.slice(0, 1) }, local, REFUSALS, plan.refusalRounds);
}
