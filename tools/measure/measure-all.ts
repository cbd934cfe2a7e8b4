import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesiseDev } from '../stage/assembly.ts';
import { requireSameAnswers } from './measure/answers.ts';
import { measureCold, measureCounts, measureMemory } from './measure/fresh-processes.ts';
import { Ledger } from './measure/ledger.ts';
import { measureRefusals } from './measure/refusals.ts';
import { countStatus, measureStatus } from './measure/status.ts';
import { measureWarm } from './measure/warm.ts';
import type { Plan } from './plan.ts';
import { bundleRuntime, makeSubjects } from './subjects.ts';
import { startGrounds } from './tables/grounds.ts';

/** Builds the bundles, starts the databases, checks the subjects against each other and measures them. */
export async function measureAll(plan: Plan): Promise<Ledger> {
  await using scope = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  const assembly = await synthesiseDev(scope);
  const subjects = await makeSubjects(assembly, folder);
  const { upgraders, list, bare } = subjects;
  const ledger = new Ledger();
  for (const { name, bytes } of [...upgraders, list, bare]) ledger.add(['bytes', name], bytes);
  const bench = { plan, ledger, subjects, runtime: await bundleRuntime(folder) };
  const names = upgraders.map(({ name }) => name);
  const { local, standIn } = await startGrounds(scope, assembly.template, names);
  await requireSameAnswers(bench, local);
  await measureCounts(bench, local);
  await countStatus(bench, local);
  await measureCold(bench, standIn);
  await measureMemory(bench, standIn);
  await measureWarm(bench, standIn, plan.standIn);
  await measureWarm(bench, local, plan.local);
  for (const ground of [standIn, local]) await measureStatus(bench, ground);
  await measureRefusals(bench, local);
  return ledger;
}
