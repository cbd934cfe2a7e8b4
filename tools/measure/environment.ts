import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import type { Subject } from './subjects.ts';

/** Message to a function's process: events to handle. */
export interface RunMessage {
  /** JSON, as Lambda passes them. */
  readonly events: readonly string[];
  /** How many may be in flight at once. */
  readonly callers: number;
}

const RunResult = v.object({
  /** Milliseconds it took to load the module at process start. */
  loadMs: v.number(),
  /** Milliseconds each event took, in order. */
  durations: v.array(v.number()),
  elapsedMs: v.number(),
  /** CPU time of all threads of the process for the whole run, in milliseconds. */
  cpuMs: v.number(),
  /** When the run ended, in fractional milliseconds since 1970. */
  endedAt: v.number(),
  /** Peak memory of the process so far. */
  peakBytes: v.number(),
  /** What the handler returned for each event, as JSON. */
  answers: v.array(v.string()),
});

/** Message from a function's process: the result of a run. */
export type RunResult = v.InferOutput<typeof RunResult>;

/** Where a subject runs: the bundled runtime, and the database that it sees. */
export interface Surroundings {
  /** Path of the bundle of runtime.ts. */
  readonly runtime: string;
  readonly endpoint: string;
}

/** A process with the code of one subject: what Lambda calls an execution environment. */
export class Environment {
  readonly begunAt = performance.timeOrigin + performance.now();
  readonly #process: ChildProcess;
  readonly #ended: Promise<never>;

  constructor({ name, module, env }: Subject, { runtime, endpoint }: Surroundings) {
    this.#process = fork(runtime, [], {
      env: { ...env, AWS_ENDPOINT_URL_DYNAMODB: endpoint, BENCH_MODULE: module },
      execArgv: [],
      // Logs are written but discarded: their further handling is not the function's time.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#ended = once(this.#process, 'exit').then(() => Promise.reject(new Error(`the process of ${name} has ended`)));
    // The process always ends; only a pending run must hear of it.
    this.#ended.catch(() => undefined);
  }

  /** Has this many callers handle the events at once. Rejects if the process ends first. */
  async run(events: readonly string[], callers = 1): Promise<RunResult> {
    const message: RunMessage = { events, callers };
    this.#process.send(message);
    const reply: readonly unknown[] = await Promise.race([once(this.#process, 'message'), this.#ended]);
    return v.parse(RunResult, reply[0]);
  }

  /** Kills the process, whatever it is doing. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill('SIGKILL');
    await once(this.#process, 'exit');
  }
}
