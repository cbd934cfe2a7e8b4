import { SingleBar } from 'cli-progress';

/** Milliseconds between two lines where there is no terminal. */
const QUIET_MS = 10_000;

/** Progress on standard error: a bar on a terminal, elsewhere a line now and then. */
export class Bar {
  readonly #bar: SingleBar;
  readonly #total: number;
  #saidAt = -Infinity;

  /** @param total value of a full bar */
  constructor(format: string, total: number) {
    this.#total = total;
    // The commands handle Ctrl-C themselves.
    this.#bar = new SingleBar({ format, clearOnComplete: true, stream: process.stderr, gracefulExit: false });
  }

  /**
   * @param payload values that the format names
   * @param line the same in words; without it, nothing is shown except on a terminal
   */
  show(value: number, payload: object, line?: string): void {
    if (process.stderr.isTTY) this.#draw(value, payload);
    else if (line !== undefined && performance.now() - this.#saidAt >= QUIET_MS) {
      this.#saidAt = performance.now();
      console.error(line);
    }
  }

  /** Removes the bar, so that lines can be printed; it comes back below them. */
  clear(): void {
    this.#bar.stop();
  }

  #draw(value: number, payload: object): void {
    if (this.#bar.isActive) this.#bar.update(value, payload);
    else this.#bar.start(this.#total, value, payload);
  }
}
