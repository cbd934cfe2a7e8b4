import type { Browser, CDPSession, Page } from 'playwright-core';
import * as v from 'valibot';

/** Milliseconds of the longest task of the page's main thread: by the clock, and of CPU time. */
export interface LongestTask {
  readonly wallMs: number;
  readonly cpuMs: number;
}

const TraceSchema = v.object({
  traceEvents: v.array(
    v.looseObject({
      name: v.string(),
      pid: v.number(),
      tid: v.number(),
      dur: v.optional(v.number(), 0),
      tdur: v.optional(v.number(), 0),
      args: v.optional(v.looseObject({ name: v.optional(v.unknown()) }), {}),
    }),
  ),
});

/** Uses the page while the browser traces it, and returns the longest task in the trace. */
export async function longestTask(browser: Browser, page: Page, use: () => Promise<void>): Promise<LongestTask> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await use();
  const { traceEvents } = v.parse(TraceSchema, JSON.parse((await browser.stopTracing()).toString()));
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const main = new Set(threads.map(({ pid, tid }) => `${String(pid)} ${String(tid)}`));
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${String(pid)} ${String(tid)}`),
  );
  if (tasks.length === 0) throw new Error('the trace has no tasks of the page');
  const longest = (durations: readonly number[]) => Math.max(...durations) / 1_000;
  return { wallMs: longest(tasks.map(({ dur }) => dur)), cpuMs: longest(tasks.map(({ tdur }) => tdur)) };
}

const MetricsSchema = v.pipe(
  v.object({ metrics: v.array(v.object({ name: v.string(), value: v.number() })) }),
  v.transform(({ metrics }) => new Map(metrics.map(({ name, value }) => [name, value]))),
);

/** What the page holds after a garbage collection: bytes of JavaScript heap, and nodes of the document. */
export async function held(session: CDPSession): Promise<{ readonly heapBytes: number; readonly nodes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const metrics = v.parse(MetricsSchema, await session.send('Performance.getMetrics'));
  return { heapBytes: metrics.get('JSHeapUsedSize') ?? 0, nodes: metrics.get('Nodes') ?? 0 };
}
