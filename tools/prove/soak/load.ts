/** Makes the load, in a process of its own so that its memory is not measured: `node load.ts URL REQUESTS_A_SECOND`. */
import { setInterval } from 'node:timers';
import type { LoadMessage } from './load-messages.ts';
import { MIX, type LoadRequest } from './mix.ts';

const [url = '', rate = '1'] = process.argv.slice(2);
const REPORT_MS = 1_000;

let latencies: number[] = [];
let failed: string[] = [];
let made = 0;

// At a steady rate and not one after the other: a stage that slows down must not be spared.
setInterval(
  () => {
    const next = MIX[made % MIX.length];
    made += 1;
    if (next !== undefined) void ask(next);
  },
  1_000 / Number(rate),
);

setInterval(() => {
  const message: LoadMessage = { latencies, failed };
  process.send?.(message);
  [latencies, failed] = [[], []];
}, REPORT_MS);

process.on('disconnect', () => process.exit());

async function ask({ path, init, status }: LoadRequest): Promise<void> {
  const begun = performance.now();
  try {
    const response = await fetch(`${url}${path}`, init);
    await response.arrayBuffer();
    latencies.push(performance.now() - begun);
    if (response.status !== status) failed.push(`${path}: ${String(response.status)} instead of ${String(status)}`);
  } catch (error) {
    failed.push(`${path}: ${String(error)}`);
  }
}
