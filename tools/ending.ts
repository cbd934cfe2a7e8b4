import { constants } from 'node:os';
import type { Writable } from 'node:stream';

/** Signals that ask a program to end. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type EndSignal = (typeof END_SIGNALS)[number];

/** Ends a program although its work may not be done: a signal, or output that cannot be written. */
export class EarlyEnd extends Error {
  override readonly name = 'EarlyEnd';
}

/** What has begun may settle for so long after a signal. Most that end programs kill them half a minute later. */
const GRACE_MS = 10_000;

/** npm passes on the Ctrl-C that the terminal has sent to its whole group. */
const SAME_MS = 1_000;

const NPM_POLL_MS = 1_000;

/** Says how far a program came, of how much, and how to go on; `error` is what has failed, if anything has. */
type HowFar = (error: Error | undefined) => string;

/** How a program ends before its time. A program asks it before each new step, and tells it how far it came. */
export class Ending {
  readonly #asked = new AbortController();
  readonly #over = Promise.withResolvers<never>();
  /** Aborted when the program is asked to end. */
  readonly asked = this.#asked.signal;
  /** Rejects with an EarlyEnd once the program is asked to end and nothing is under way, or it takes too long to settle. */
  readonly over = this.#over.promise;
  #signal: EndSignal | undefined;
  #askedAt = 0;
  #lost: string | undefined;
  #underWay = 0;
  #howFar: HowFar = (error) => (error === undefined ? 'all is done, but it could not be told' : '');
  #tellsFailures = false;

  constructor() {
    // Nothing may be waiting for it.
    this.over.catch(() => undefined);
  }

  /** What the exit code is if the program itself would end with this one. */
  exitCode(own: number): number {
    if (this.#signal !== undefined) return 128 + constants.signals[this.#signal];
    return own === 0 && this.#lost !== undefined ? 1 : own;
  }

  /** Sets what is told when the program ends early. */
  tellEarly(howFar: HowFar): void {
    this.#howFar = howFar;
    this.#tellsFailures = false;
  }

  /** Sets what is told when the program ends early, or fails. */
  tellFailure(howFar: HowFar): void {
    this.tellEarly(howFar);
    this.#tellsFailures = true;
  }

  /** What there is to say at the end of the program, in one line; empty if all went well. */
  words(error: Error | undefined): string {
    const early = [this.#signal && `Interrupted by ${this.#signal}`, this.#lost].filter((text) => text !== undefined);
    const own = error === undefined || error instanceof EarlyEnd ? [] : [error.message];
    const isTold = early.length > 0 || (error !== undefined && this.#tellsFailures);
    const parts = [...own, ...early, isTold ? this.#howFar(error) : ''];
    return parts.filter((part) => part !== '').join('; ');
  }

  /** Asks the program to end. Asked again, after a moment, it no longer waits for what is under way. */
  interrupt(signal: EndSignal): void {
    if (this.#signal !== undefined) {
      if (performance.now() - this.#askedAt > SAME_MS) this.#end();
      return;
    }
    this.#signal = signal;
    this.#askedAt = performance.now();
    this.#asked.abort(new EarlyEnd(signal));
    this.#endIfIdle();
    setTimeout(this.#end, GRACE_MS).unref();
  }

  /** Takes notice when a stream cannot be written. The program goes on: its work may matter more than its words. */
  watch(name: string, stream: Writable): void {
    stream.on('error', (error: Error & { readonly code?: string }) => {
      this.#lost ??= `${name} cannot be written (${error.code ?? error.message})`;
    });
  }

  /** Throws an EarlyEnd when there is no use in going on with what is only shown. */
  throwIfVain(): void {
    this.asked.throwIfAborted();
    if (this.#lost !== undefined) throw new EarlyEnd(this.#lost);
  }

  /**
   * Takes a step that must not be cut off.
   * @throws EarlyEnd instead, when the program is asked to end
   */
  async settle<T>(step: () => Promise<T>): Promise<T> {
    this.asked.throwIfAborted();
    this.#underWay += 1;
    try {
      return await step();
    } finally {
      this.#underWay -= 1;
      // What follows from the step, such as a line of output, still happens.
      setImmediate(this.#endIfIdle);
    }
  }

  readonly #end = () => {
    this.#over.reject(this.asked.reason);
  };

  readonly #endIfIdle = () => {
    if (this.asked.aborted && this.#underWay === 0) this.#end();
  };
}

/** Calls the listener for each signal that asks this process to end. */
export function onEndSignal(listener: (signal: EndSignal) => void): void {
  for (const signal of END_SIGNALS) {
    process.on(signal, () => {
      listener(signal);
    });
  }
  if (process.env['npm_lifecycle_event'] === undefined) return;
  // npm passes on no HUP, and cannot pass on a KILL.
  const npm = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(poll);
    listener('SIGHUP');
  }, NPM_POLL_MS).unref();
}
