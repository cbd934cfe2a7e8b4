import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import type { Subject } from './subjects.ts';

const RunResult = v.object({
  /** Milliseconds it took to load and initialise the module at process start, and processor time of all threads. */
  loadMs: v.number(),
  loadCpuMs: v.number(),
  /** Milliseconds each event took, in order. */
  durations: v.array(v.number()),
  /** Processor time of all threads of the process for all events, in milliseconds. */
  cpuMs: v.number(),
  /** Peak memory of the process so far. */
  peakBytes: v.number(),
  /** What the handler returned for each event, as JSON. */
  answers: v.array(v.string()),
});

/** What a process reports of the events that it was sent. */
export type RunResult = v.InferOutput<typeof RunResult>;

/** A process with the code of one subject: what Lambda calls an execution environment. */
export class FunctionProcess {
  readonly subject: Subject;
  readonly #process: ChildProcess;
  readonly #ended: Promise<never>;

  /**
   * @param runtime path of the bundle of runtime.ts
   * @param endpoint URL of the database
   */
  constructor(subject: Subject, runtime: string, endpoint: string) {
    this.subject = subject;
    this.#process = fork(runtime, [], {
      env: { ...subject.env, AWS_ENDPOINT_URL_DYNAMODB: endpoint, BENCH_MODULE: subject.module },
      execArgv: [],
      // Logs are written but discarded: their further handling is not the function's time.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#ended = once(this.#process, 'exit').then(() =>
      Promise.reject(new Error(`the process of ${subject.name} has ended`)),
    );
    // The process always ends; only a pending run must hear of it.
    this.#ended.catch(() => undefined);
  }

  /** Has the events handled, JSON as Lambda passes them, one after the other. Rejects if the process ends first. */
  async run(events: readonly string[]): Promise<RunResult> {
    this.#process.send(events);
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
