import { readdir, readlink } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { percentile, type Sample } from './samples.ts';

const MB = 1024 * 1024;
const OPEN_FILES = '/proc/self/fd';

/** Takes samples of this process. Make it before the workers start: it hears of them as they do. */
export function startProbe(): (second: number, latencies: readonly number[]) => Promise<Sample> {
  const workers = new Set<Worker>();
  process.on('worker', (worker) => {
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
  });
  const delay = monitorEventLoopDelay();
  delay.enable();
  return async (second, latencies) => {
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
