import { SingleBar } from 'cli-progress';

/** Between two lines of progress where there is no terminal: in a log they say how far it came. */
const LINES_BETWEEN_NOTES = 10_000;

/** Shows how far an import has come: as a bar on a terminal, elsewhere as a line now and then; on standard error. */
export class Progress {
  readonly #bar = new SingleBar({
    format: '[{bar}] {percentage} %, line {line}, {rate} devices/s',
    clearOnComplete: true,
    stream: process.stderr,
    // The import handles Ctrl-C itself.
    gracefulExit: false,
  });
  readonly #total: number;
  readonly #begun = performance.now();
  #bytes = 0;
  #devices = 0;
  #noted = 0;

  /** @param total bytes of the whole file */
  constructor(total: number) {
    this.#total = total;
  }

  /** Since it began. */
  get seconds(): number {
    return (performance.now() - this.#begun) / 1000;
  }

  /** Some more lines are done, of this many bytes and devices, `last` being the number of the last. */
  add({ bytes, valid, last }: { readonly bytes: number; readonly valid: number; readonly last: number }): void {
    this.#bytes += bytes;
    this.#devices += valid;
    if (process.stderr.isTTY) this.#draw({ line: last, rate: Math.round(this.#devices / this.seconds) });
    else if (last >= this.#noted + LINES_BETWEEN_NOTES) {
      this.#noted = last;
      console.error(`done up to line ${String(last)}`);
    }
  }

  /** Takes the bar away, so that lines can be printed; the next addition brings it back below them. */
  clear(): void {
    this.#bar.stop();
  }

  #draw(payload: object): void {
    if (this.#bar.isActive) this.#bar.update(this.#bytes, payload);
    else this.#bar.start(this.#total, this.#bytes, payload);
  }
}
