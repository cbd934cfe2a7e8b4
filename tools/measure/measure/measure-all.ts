import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '../../stage/engine.ts';
import { synthesise, type Assembly } from '../../stage/synthesise.ts';
import { moduleBundle } from '../bundles/bundle.ts';
import { makeSubjects, type Subjects } from '../bundles/subjects.ts';
import type { Plan } from '../plan.ts';
import type { Progress } from '../progress.ts';
import { Database } from '../tables/database.ts';
import { startStandIn } from '../tables/start-stand-in.ts';
import type { Bench, Ground } from './bench.ts';
import { measureCold } from './cold.ts';
import { measureCounts } from './counts.ts';
import { Ledger } from './ledger.ts';
import { measureMemory } from './memory.ts';
import { requireSameAnswers } from './same-answers.ts';
import { Supply } from './supply.ts';
import { measureWarm } from './warm.ts';

/** Everything that has to be closed again, last first. */
type Closing = AsyncDisposableStack;

/** Builds the bundles, starts the databases, checks the subjects against each other and measures them. */
export async function measureAll(plan: Plan, progress: Progress): Promise<Ledger> {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const assembly = await synthesise();
  closing.defer(() => assembly.close());
  const runtime = join(folder, 'runtime.mjs');
  await moduleBundle('tools/measure/environment/runtime.ts', runtime);
  const bench = { plan, progress, runtime, ledger: new Ledger(), subjects: await makeSubjects(assembly, folder) };
  const { local, standIn } = await startGrounds(assembly, bench.subjects, closing);
  await requireSameAnswers(bench, local);
  await measureOn(bench, standIn, local);
  return bench.ledger;
}

async function measureOn(bench: Bench, standIn: Ground, local: Ground): Promise<void> {
  const { upgraders, list, bare } = bench.subjects;
  for (const { name, bytes } of [...upgraders, list, bare]) bench.ledger.add(['bytes', name], bytes);
  await measureCounts(bench, local);
  await measureCold(bench, standIn);
  await measureMemory(bench, standIn);
  await measureWarm(bench, standIn, bench.plan.standIn);
  await measureWarm(bench, local, bench.plan.local);
}

async function startGrounds(assembly: Assembly, { upgraders }: Subjects, closing: Closing) {
  const engine = await startEngine();
  closing.defer(() => engine.close());
  const names = upgraders.map(({ name }) => name);
  const database = await Database.prepare(engine.endpoint, assembly.template, names);
  closing.defer(() => {
    database.close();
  });
  const register = (count: number) => database.registerDevices(count);
  await register(1);
  const standIn = await startStandIn({
    [database.tables.sessions]: await database.record('sessions'),
    [database.tables.firmwares]: await database.record('firmwares'),
    [database.tables.devices]: await database.record('devices'),
  });
  closing.defer(() => standIn.close());
  const anyDevice = new Supply(() => Promise.resolve());
  return {
    local: { table: 'DynamoDB Local', endpoint: engine.endpoint, supply: new Supply(register) },
    standIn: { table: 'stand-in', endpoint: standIn.endpoint, supply: anyDevice },
  } as const;
}
