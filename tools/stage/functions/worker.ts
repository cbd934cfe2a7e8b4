/** Runs in a worker: the part of Lambda's Node.js runtime that calls the handler. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { InvocationMessage, WorkerMessage } from './execution-environment.ts';
import { patchConsole } from './json-console.ts';

type Handler = (event: unknown, context: object) => unknown;

const currentRequestId = new AsyncLocalStorage<string>();

patchConsole(
  (line) => {
    send({ line });
  },
  () => currentRequestId.getStore(),
);

// It is for Node alone.
delete process.env['NODE_COMPILE_CACHE'];

const { _HANDLER = '', LAMBDA_TASK_ROOT = '', CLOCK_ERROR_MS } = process.env;
if (CLOCK_ERROR_MS !== undefined) stepClock(Number(CLOCK_ERROR_MS));
const handler = loadHandler();

parentPort?.on('message', (invocation: InvocationMessage) => {
  void currentRequestId.run(invocation.requestId, run, invocation);
});

/** From now on the clock steps back and forth, and is wrong by at most so much: as the clocks of several hosts are. */
function stepClock(mostMs: number): void {
  let wrongMs = 0;
  setInterval(() => (wrongMs = Math.round((2 * Math.random() - 1) * mostMs)), 10).unref();
  class SteppingDate extends Date {
    constructor(value: number | string | Date = SteppingDate.now()) {
      super(value);
    }
    static override now(): number {
      return super.now() + wrongMs;
    }
  }
  Object.assign(globalThis, { Date: SteppingDate });
}

/** With `require`, as Lambda loads anything that is not an ES module. */
function loadHandler(): Handler {
  const [moduleName = '', exportName = ''] = _HANDLER.split('.');
  const module: unknown = createRequire(import.meta.url)(join(LAMBDA_TASK_ROOT, `${moduleName}.js`));
  const exported: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, exportName) : undefined;
  if (!isHandler(exported)) throw new Error(`${_HANDLER} is not a function`);
  return exported;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

async function run({ requestId, event, deadline }: InvocationMessage): Promise<void> {
  try {
    const result = await handler(JSON.parse(event), contextOf(requestId, deadline));
    send({ requestId, result: JSON.stringify(result ?? null) });
  } catch (error) {
    console.error(error);
    send({ requestId, failure: error instanceof Error ? error.message : String(error) });
  }
}

/** As much of Lambda's context as the functions read. */
function contextOf(awsRequestId: string, deadline: number) {
  return { awsRequestId, getRemainingTimeInMillis: () => deadline - Date.now() };
}

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
