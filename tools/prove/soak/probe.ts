import { readdir, readlink } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { Collector } from './collector.ts';
import { percentile, type Sample } from './verdict.ts';

const MB = 1024 * 1024;
const OPEN_FILES = '/proc/self/fd';

/** Seconds between collections: often enough for each chunk that is judged, too rarely to slow the stage. */
const COLLECT_EVERY = 10;

type Probe = (second: number, latencies: readonly number[]) => Promise<Sample>;

/**
 * Takes samples of this process, every tenth after all garbage was collected. Start it before the workers: it learns of
 * them as they start.
 */
export async function startProbe(): Promise<Probe> {
  const workers = new Set<Worker>();
  process.on('worker', (worker) => {
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
  });
  const delay = monitorEventLoopDelay();
  delay.enable();
  const collector = await Collector.start();
  return async (second, latencies) => {
    if (second % COLLECT_EVERY === 0) await collector.collect();
    const loopDelayMs = delay.percentile(99) / 1e6;
    delay.reset();
    return {
      second,
      rssMb: process.memoryUsage.rss() / MB,
      heapMb: (await heapOf(workers)) / MB,
      sockets: await openSockets(),
      handles: process.getActiveResourcesInfo().length,
      loopDelayMs,
      p50Ms: percentile(latencies, 0.5),
      p99Ms: percentile(latencies, 0.99),
      requests: latencies.length,
    };
  };
}

async function heapOf(workers: ReadonlySet<Worker>): Promise<number> {
  const heaps = await Promise.all([...workers].map((worker) => worker.getHeapStatistics()));
  return heaps.reduce((sum, { used_heap_size: used }) => sum + used, 0);
}

/** All threads share the process's files, so those of the functions are among them. */
async function openSockets(): Promise<number> {
  const files = await readdir(OPEN_FILES).catch(() => []);
  const targets = await Promise.all(files.map((file) => readlink(`${OPEN_FILES}/${file}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('socket:')).length;
}
