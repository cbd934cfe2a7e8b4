import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import type { Subject } from './subjects.ts';

/** To a function's process: events to be handled. */
export interface RunMessage {
  /** JSON, as Lambda passes them. */
  readonly events: readonly string[];
  /** How many may be under way at once. */
  readonly callers: number;
}

const RunResult = v.object({
  /** Milliseconds that loading the module took, when the process began. */
  loadMs: v.number(),
  /** Milliseconds of each event, in order. */
  durations: v.array(v.number()),
  elapsedMs: v.number(),
  /** Milliseconds of processor time, of all threads of the process, for the whole run. */
  cpuMs: v.number(),
  /** Milliseconds since 1970, with fractions, at which the run ended. */
  endedAt: v.number(),
  /** Most memory that the process has had so far. */
  peakBytes: v.number(),
  /** What the handler returned for each event, as JSON. */
  answers: v.array(v.string()),
});

/** From a function's process: what came of a run. */
export type RunResult = v.InferOutput<typeof RunResult>;

/** Where a subject runs: the bundled runtime, and the database that it gets to see. */
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
      // Logs are written, but to nowhere: what becomes of them is not the function's time.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#ended = once(this.#process, 'exit').then(() => Promise.reject(new Error(`the process of ${name} has ended`)));
    // It ends in any case; that matters to a run alone.
    this.#ended.catch(() => undefined);
  }

  /** Has the events handled by so many callers at once. Rejects when the process ends before. */
  async run(events: readonly string[], callers = 1): Promise<RunResult> {
    const message: RunMessage = { events, callers };
    this.#process.send(message);
    const reply: readonly unknown[] = await Promise.race([once(this.#process, 'message'), this.#ended]);
    return v.parse(RunResult, reply[0]);
  }

  /** Ends the process in the middle of whatever it does. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    this.#process.kill('SIGKILL');
    await once(this.#process, 'exit');
  }
}
