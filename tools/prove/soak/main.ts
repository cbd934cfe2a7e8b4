import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getHeapSnapshot, getHeapStatistics, setFlagsFromString, type HeapInfo } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { newCommand, wholeNumber } from '../../command-line.ts';
import { runCommand } from '../../run-program.ts';
import { deviceGatewayOn } from '../../device-gateway/device-gateway.ts';
import { synthesiseDev } from '../../stage/assembly.ts';
import { startStage, type Stage } from '../../stage/stage.ts';

const LOAD = fileURLToPath(new URL('load.ts', import.meta.url));
const FINISH_EVERY_MS = 1_000;

/** Long enough to compile all code that the load uses. */
const WARM_UP_SECONDS = 60;

/** DynamoDB Local closes idle connections after 30 s. */
const REST_MS = 40_000;

/** What must not grow, and how much it may vary. */
const ALLOWED = { megabytes: 2, files: 5, handles: 5 };

type AtRest = Readonly<Record<keyof typeof ALLOWED, number>>;

const workers = new Set<Worker>();
process.on('worker', (worker) => {
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
});

/** Makes a run and prints its results; resolves to the exit code. */
async function soak(minutes: number, rate: number): Promise<number> {
  // Otherwise collections drop code that was not used for a while, and heaps shrink and grow by a megabyte.
  setFlagsFromString('--no-flush-bytecode');
  await using scope = new AsyncDisposableStack();
  const stage = await startStage(scope, { assembly: await synthesiseDev(scope) });
  const warmedUp = await load(stage, rate, WARM_UP_SECONDS);
  const before = await measureAtRest();
  const answered = await load(stage, rate, minutes * 60);
  const after = await measureAtRest();
  const flat = (['megabytes', 'files', 'handles'] as const).map((measure) => isFlat(measure, before, after));
  return warmedUp && answered && !flat.includes(false) ? 0 : 1;
}

/** Resolves to whether all requests got the expected status. */
async function load(stage: Stage, rate: number, seconds: number): Promise<boolean> {
  // A round that fails is made up for by the next.
  const finishing = setInterval(() => void finishUpgrades(stage).catch(() => undefined), FINISH_EVERY_MS);
  const child = fork(LOAD, [stage.url, String(rate), String(seconds)], { execArgv: [] });
  await once(child, 'exit');
  clearInterval(finishing);
  return child.exitCode === 0;
}

const Live = v.object({ sn: v.string(), upgradeId: v.string(), state: v.picklist(['requested', 'running']) });

/** Finishes upgrades as devices do, so that new ones keep being started. */
async function finishUpgrades({ documents, tables }: Stage): Promise<void> {
  const gateway = deviceGatewayOn(tables.upgrades, documents);
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.upgrades }));
  const live = Items.filter((item) => v.is(Live, item));
  await Promise.all(live.map((upgrade) => gateway.reportEnd(upgrade, { state: 'succeeded' })));
}

/** Measures this process, functions included, once idle connections are closed and garbage is collected. */
async function measureAtRest(): Promise<AtRest> {
  await pause(REST_MS);
  let bytes = 0;
  for (const worker of workers) bytes += await bytesInUse(worker);
  // The main thread is last, as it reads the workers' snapshots.
  bytes += await bytesInUse({ getHeapSnapshot, getHeapStatistics });
  return {
    megabytes: Math.round(bytes / 1e4) / 100,
    files: (await readdir('/dev/fd')).length,
    handles: process.getActiveResourcesInfo().length,
  };
}

interface Thread {
  getHeapSnapshot(): Readable | Promise<Readable>;
  getHeapStatistics(): HeapInfo | Promise<HeapInfo>;
}

/** Heap and buffers that a thread uses after a full garbage collection, with which each heap snapshot begins. */
async function bytesInUse(thread: Thread): Promise<number> {
  const snapshot = await thread.getHeapSnapshot();
  const heap = await thread.getHeapStatistics();
  // Read to its end: Node.js crashes at exit when a worker's snapshot is destroyed before.
  await finished(snapshot.resume());
  return heap.used_heap_size + heap.external_memory;
}

/** Prints a measure, and whether it grew. */
function isFlat(measure: keyof AtRest, before: AtRest, after: AtRest): boolean {
  const flat = after[measure] - before[measure] <= ALLOWED[measure];
  const values = `${String(before[measure])} before, ${String(after[measure])} after`;
  console.log(`${flat ? '✓ flat' : '✗ grew'}  ${measure}: ${values}, ${String(ALLOWED[measure])} more allowed`);
  return flat;
}

const command = newCommand(
  'npm run soak --',
  'Keeps a local stage under a steady mixed load, and judges whether memory, open files and handles stay flat.',
  '0 all is flat, 1 something grew or a request failed',
)
  .option('--minutes <number>', 'how long, after a minute to warm up', wholeNumber(1, 9_999), 10)
  .option('--rate <number>', 'requests a second', wholeNumber(1, 1_000), 40)
  .action(async ({ minutes, rate }) => {
    process.exitCode = await soak(minutes, rate);
  });
await runCommand(command);
