import { Bar } from '../../output/bar.ts';

/** Between two lines of progress where there is no terminal: in a log they say how far it came. */
const LINES_BETWEEN_NOTES = 10_000;

/** Shows how far an import has come. */
export class Progress {
  readonly #bar: Bar;
  readonly #begun = performance.now();
  #bytes = 0;
  #devices = 0;
  #noted = 0;

  /** @param total bytes of the whole file */
  constructor(total: number) {
    this.#bar = new Bar('[{bar}] {percentage} %, line {line}, {rate} devices/s', total);
  }

  /** Since it began. */
  get seconds(): number {
    return (performance.now() - this.#begun) / 1000;
  }

  /** Some more lines are done, of this many bytes and devices, `last` being the number of the last. */
  add({ bytes, valid, last }: { readonly bytes: number; readonly valid: number; readonly last: number }): void {
    this.#bytes += bytes;
    this.#devices += valid;
    this.#bar.show(this.#bytes, { line: last, rate: Math.round(this.#devices / this.seconds) });
    if (process.stderr.isTTY || last < this.#noted + LINES_BETWEEN_NOTES) return;
    this.#noted = last;
    console.error(`done up to line ${String(last)}`);
  }

  /** Takes the bar away, so that lines can be printed; the next addition brings it back below them. */
  clear(): void {
    this.#bar.clear();
  }
}
