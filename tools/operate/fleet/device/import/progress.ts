import { Bar } from '../../output/bar.ts';

/** Lines between two notes of progress where there is no terminal: in a log they tell how far it came. */
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

  /** Seconds since the start. */
  get seconds(): number {
    return (performance.now() - this.#begun) / 1000;
  }

  /** Adds lines that are done, with this many bytes and devices; `last` is the number of the last line. */
  add({ bytes, valid, last }: { readonly bytes: number; readonly valid: number; readonly last: number }): void {
    this.#bytes += bytes;
    this.#devices += valid;
    this.#bar.show(this.#bytes, { line: last, rate: Math.round(this.#devices / this.seconds) });
    if (process.stderr.isTTY || last < this.#noted + LINES_BETWEEN_NOTES) return;
    this.#noted = last;
    console.error(`done up to line ${String(last)}`);
  }

  /** Removes the bar, so that lines can be printed; the next addition shows it again below them. */
  clear(): void {
    this.#bar.clear();
  }
}
