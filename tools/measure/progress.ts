const WIDTH = 30;

/** Shows how far a measurement has come; nothing where it would not be overwritten. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  #what = '';
  #total = 0;
  #done = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Begins the next part of the whole, which has so many steps. */
  begin(what: string, total: number): void {
    this.#what = what;
    this.#total = total;
    this.#done = -1;
    this.step();
  }

  step(): void {
    this.#done += 1;
    if (!this.#stream.isTTY) return;
    const bar = '█'.repeat(Math.round((this.#done / this.#total) * WIDTH)).padEnd(WIDTH, '░');
    this.#stream.write(`\r${bar} ${this.#what}\u001b[K${this.#done === this.#total ? '\n' : ''}`);
  }
}
