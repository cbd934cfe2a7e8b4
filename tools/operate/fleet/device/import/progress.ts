import { SingleBar } from 'cli-progress';

/** Between two lines of progress where there is no terminal: in a log they say how far it came. */
const LINES_BETWEEN_NOTES = 10_000;

/** Shows how far an import has come: as a bar on a terminal, elsewhere as a line now and then; on standard error. */
export class Progress {
  readonly #bar = new SingleBar({
    format: '[{bar}] {percentage} %, line {line}, {rate} devices/s',
    clearOnComplete: true,
    stream: process.stderr,
    // The import minds Ctrl-C itself.
    gracefulExit: false,
  });
  readonly #total: number;
  readonly #begun = performance.now();
  #noted = 0;

  /** @param total bytes of the whole file */
  constructor(total: number) {
    this.#total = total;
  }

  update(done: { readonly bytes: number; readonly line: number; readonly devices: number }): void {
    if (process.stderr.isTTY) this.#draw(done.bytes, { line: done.line, rate: this.#rate(done.devices) });
    else if (done.line >= this.#noted + LINES_BETWEEN_NOTES) {
      this.#noted = done.line;
      console.error(`done up to line ${String(done.line)}`);
    }
  }

  /** Takes the bar away, so that lines can be printed; the next update brings it back below them. */
  clear(): void {
    this.#bar.stop();
  }

  #draw(bytes: number, payload: object): void {
    if (this.#bar.isActive) this.#bar.update(bytes, payload);
    else this.#bar.start(this.#total, bytes, payload);
  }

  /** Devices for each second so far. */
  #rate(devices: number): number {
    return Math.round(devices / ((performance.now() - this.#begun) / 1000));
  }
}
