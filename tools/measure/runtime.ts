/** Runs in a function's process: the part of Lambda's Node.js runtime that calls the handler, with a stop-watch. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { patchConsole } from '../stage/functions/json-console.ts';
import type { RunResult } from './function-process.ts';

type Handler = (event: unknown, context: object) => Promise<unknown>;

const STANDARD_OUTPUT = 1;

let requestId: string | undefined;

// As in Lambda, a line is formatted and written to a file descriptor at once. Here it is discarded.
patchConsole(
  (line) => writeSync(STANDARD_OUTPUT, `${line}\n`),
  () => requestId,
);

const cpuBeforeLoad = process.cpuUsage();
const begun = performance.now();
// Lambda also uses `require` for a .js file that no package.json makes a module; an import would first scan its code.
const load: (module: string) => { handler: Handler } = createRequire(import.meta.url);
const { handler } = load(process.env['BENCH_MODULE'] ?? '');
const [loadMs, loadCpuMs] = [performance.now() - begun, cpuMsSince(cpuBeforeLoad)];

process.on('message', (events: readonly string[]) => {
  run(events).then((result) => process.send?.(result), fail);
});

/** Prints the error alone: the code of a bundle is one line, and Node would print all of it. */
function fail(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}

async function run(events: readonly string[]): Promise<RunResult> {
  const durations: number[] = [];
  const answers: string[] = [];
  const cpuBefore = process.cpuUsage();
  for (const event of events) {
    const asked = performance.now();
    answers.push(await invoke(event));
    durations.push(performance.now() - asked);
  }
  return { loadMs, loadCpuMs, durations, cpuMs: cpuMsSince(cpuBefore), peakBytes: peakBytes(), answers };
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The peak of this process alone: after a fork, getrusage on Linux reports at least the parent's peak. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1_024;
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
}

async function invoke(event: string): Promise<string> {
  requestId = randomUUID();
  const deadline = Date.now() + Number(process.env['BENCH_TIMEOUT_MS']);
  const context = {
    awsRequestId: requestId,
    functionName: process.env['AWS_LAMBDA_FUNCTION_NAME'],
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  // A run over roll-outs returns nothing.
  return JSON.stringify((await handler(JSON.parse(event), context)) ?? null);
}
