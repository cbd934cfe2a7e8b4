import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FunctionDefinition } from './function-definition.ts';
import { logLine } from './json-console.ts';

const BOOTSTRAP = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Message to a worker: one invocation. */
export interface InvocationMessage {
  readonly requestId: string;
  /** JSON text, as Lambda passes it. */
  readonly event: string;
  /** Milliseconds since 1970 at which the invocation times out. */
  readonly deadline: number;
}

/** Message from a worker: a line of its log, or how an invocation ended. */
export interface WorkerMessage {
  readonly line?: string;
  readonly requestId?: string;
  readonly result?: string;
  readonly failure?: string;
}

/** Called with each line of a function's log, which is JSON unless the function bypassed the console. */
export type OnLog = (line: string) => void;

/**
 * One worker with the code of one function: what Lambda calls an execution environment, except that it may run many
 * invocations at once. When it ends, for whatever reason, all of them fail.
 */
export class ExecutionEnvironment {
  readonly #timeoutMs: number;
  readonly #onLog: OnLog;
  readonly #worker: Worker;
  readonly #pending = new Map<string, PromiseWithResolvers<string>>();
  #ended = false;

  constructor({ id, env, timeoutMs }: FunctionDefinition, onLog: OnLog) {
    this.#timeoutMs = timeoutMs;
    this.#onLog = onLog;
    // The function sees neither the flags nor the environment of this process; but what is compiled need not be again.
    const { NODE_COMPILE_CACHE } = process.env;
    const variables = { ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...env };
    const options = { name: id, env: variables, execArgv: [], stdout: true, stderr: true };
    this.#worker = new Worker(BOOTSTRAP, options)
      .on('message', ({ line, requestId = '', result, failure }: WorkerMessage) => {
        if (line !== undefined) this.#onLog(line);
        else if (result !== undefined) this.#pending.get(requestId)?.resolve(result);
        else this.#pending.get(requestId)?.reject(new Error(failure));
      })
      .on('error', (error) => {
        this.#onLog(logLine('FATAL', undefined, [error]));
      })
      .on('exit', () => {
        this.#end('the worker exited');
      });
    for (const input of [this.#worker.stdout, this.#worker.stderr]) createInterface({ input }).on('line', onLog);
  }

  /** Whether it can take no more invocations. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Resolves to what the handler returns, as JSON values. Rejects when the handler or worker fails or times out. */
  async invoke(event: unknown): Promise<unknown> {
    const requestId = randomUUID();
    const message: InvocationMessage = {
      requestId,
      event: JSON.stringify(event),
      deadline: Date.now() + this.#timeoutMs,
    };
    const invocation = Promise.withResolvers<string>();
    const timer = setTimeout(() => void this.#timeOut(requestId), this.#timeoutMs);
    this.#pending.set(requestId, invocation);
    this.#worker.postMessage(message);
    try {
      return JSON.parse(await invocation.promise);
    } finally {
      clearTimeout(timer);
      this.#pending.delete(requestId);
    }
  }

  /** Stops the worker abruptly, whatever it is doing. */
  async kill(): Promise<void> {
    this.#end('the worker was stopped');
    await this.#worker.terminate();
  }

  async #timeOut(requestId: string): Promise<void> {
    this.#onLog(logLine('ERROR', requestId, [`Task timed out after ${String(this.#timeoutMs / 1_000)} seconds`]));
    await this.kill();
  }

  #end(reason: string): void {
    this.#ended = true;
    for (const invocation of this.#pending.values()) invocation.reject(new Error(reason));
  }
}
