/** Runs over roll-outs, and the making of roll-outs: their calls, time and memory on DynamoDB Local. */
import { randomUUID } from 'node:crypto';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { localDynamoDB } from '../../stage/dynamodb.ts';
import type { Bench } from '../bench.ts';
import { startCostCounter } from '../database/cost-counter.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { TestRollouts } from '../database/test-rollouts.ts';
import { FunctionProcess, type RunResult } from '../function-process.ts';
import { Ledger, type Figure } from '../report/ledger.ts';
import { posted } from '../requests.ts';

/** Members that one transaction starts. */
const SLICE = 90;
const SLICES = 10;
const MOST_MEMBERS = 50_000;
const MOST_UNDER_WAY = 10_000;
/** Unless a request says otherwise. */
const IN_FLIGHT = 500;
const LONGEST_NAME = 64;
/** A run is told nothing. */
const SCHEDULED = ['{}'];

/** What all measurements need. */
interface Rig extends Pick<Bench, 'ledger' | 'plan'> {
  readonly endpoint: string;
  readonly rollouts: TestRollouts;
  readonly devices: (count: number) => Promise<readonly string[]>;
  readonly start: (subject: string, endpoint?: string) => FunctionProcess;
}

export async function measureRollouts(bench: Bench, { endpoint, devices }: TestDatabase): Promise<void> {
  await using scope = new AsyncDisposableStack();
  const client = scope.use(localDynamoDB(endpoint));
  const subjectOf = (name: string) => {
    const subject = bench.subjects.find((one) => one.name === name);
    if (subject === undefined) throw new Error(`there is no subject ${name}`);
    return subject;
  };
  const rig: Rig = {
    ...{ ...bench, endpoint, rollouts: new TestRollouts(subjectOf('run'), client) },
    devices: async (count) => (await devices(count, 1)).flat(),
    start: (name, its = endpoint) => new FunctionProcess(subjectOf(name), bench.runtime, its),
  };
  for (const measure of [countCosts, measureWarmRuns, measureFirstRuns, measureMaking]) await measure(rig);
}

/** Nothing active; a slice, and what each of nine more costs; a look at as many members as may be under way. */
async function countCosts(rig: Rig): Promise<void> {
  const { ledger, endpoint, rollouts, devices, start } = rig;
  await using scope = new AsyncDisposableStack();
  const counter = await startCostCounter(scope, endpoint);
  const [counted, direct] = [scope.use(start('run', counter.endpoint)), scope.use(start('run'))];
  const calls = () => Object.fromEntries(counter.take())['calls'] ?? NaN;

  await counted.run(SCHEDULED);
  ledger.add('run', ['calls', 'nothing active'], calls());
  await runOver(counted, rollouts, await devices(SLICE));
  const ofOne = calls();
  ledger.add('run', ['write units', SLICE], await rollouts.unitsOfAll());
  await runOver(counted, rollouts, await devices(SLICES * SLICE));
  ledger.add('run', ['calls', SLICE], (calls() - ofOne) / (SLICES - 1));

  const { rolloutId } = await rollouts.make(await devices(MOST_UNDER_WAY), MOST_UNDER_WAY);
  for (let runs = 0; runs < 10 && (await rollouts.count(rolloutId, 'queued')) > 0; runs += 1)
    await direct.run(SCHEDULED);
  await counted.run(SCHEDULED);
  ledger.add('run', ['calls', MOST_UNDER_WAY], calls());
  await inFresh('run', [MOST_UNDER_WAY, 'under way'], rig, (fresh) => fresh.run(SCHEDULED));
  await rollouts.end(rolloutId, 'requested', MOST_UNDER_WAY);
}

/** Ours and the floor, in turn. */
async function measureWarmRuns({ plan, rollouts, devices, start, ...rig }: Rig): Promise<void> {
  await using scope = new AsyncDisposableStack();
  const contenders = ['run', 'rollout-floor'].map((name) => scope.use(start(name)));
  for (let round = -plan.warmUpRounds; round < plan.localRounds; round += 1) {
    const ledger = round < 0 ? new Ledger() : rig.ledger;
    for (const contender of contenders) {
      const { durations, cpuMs } = await runOver(contender, rollouts, await devices(SLICES * SLICE));
      ledger.add(contender.subject.name, ['latency, ms', SLICES * SLICE, 'started'], ...durations);
      ledger.add(contender.subject.name, ['processor, ms', SLICES * SLICE, 'started'], cpuMs);
    }
  }
}

/** As many members of a small roll-out are started as of the largest. */
async function measureFirstRuns(rig: Rig): Promise<void> {
  for (const members of [1_000, MOST_MEMBERS]) {
    const others = Array.from({ length: members - IN_FLIGHT }, (_, index) => `B${String(index).padStart(12, '0')}`);
    await inFresh('run', [members, 'members'], rig, async (fresh) =>
      runOver(fresh, rig.rollouts, [...(await rig.devices(IN_FLIGHT)), ...others], IN_FLIGHT),
    );
  }
}

/** The largest roll-out that a request can make. */
async function measureMaking(rig: Rig): Promise<void> {
  const sn = Array.from({ length: MOST_MEMBERS }, (_, index) => String(index).padStart(LONGEST_NAME, 'x'));
  await inFresh('create-rollout', [MOST_MEMBERS, 'members'], rig, async (fresh) => {
    const id = randomUUID();
    const event = posted('create-rollout', { 'rollout-id': id, 'firmware-id': DEMO.firmwareId, sn });
    rig.ledger.add('create-rollout', ['event, bytes', MOST_MEMBERS], Buffer.byteLength(event));
    const result = await fresh.run([event]);
    await rig.rollouts.end(id, 'queued', MOST_MEMBERS);
    return result;
  });
}

/** A run over a new roll-out, which starts as many of its members as may be under way. */
async function runOver(
  process: FunctionProcess,
  rollouts: TestRollouts,
  sns: readonly string[],
  inFlight = sns.length,
) {
  const rollout = await rollouts.make(sns, inFlight);
  // For the floor: ours finds it.
  const result = await process.run([JSON.stringify(rollout)]);
  await rollouts.end(rollout.rolloutId, 'requested', inFlight);
  return result;
}

/** Time and memory of fresh processes. */
async function inFresh(name: string, of: Figure, rig: Rig, run: (fresh: FunctionProcess) => Promise<RunResult>) {
  for (let round = 0; round < rig.plan.memoryRounds; round += 1) {
    await using fresh = rig.start(name);
    const { durations, peakBytes } = await run(fresh);
    rig.ledger.add(name, ['latency, ms', ...of], ...durations);
    rig.ledger.add(name, ['peak memory, MiB', ...of], peakBytes / 2 ** 20);
  }
}
