/** Prints what a command found or did: as lines for people, or as JSON with one object a line. */
export class Printer {
  readonly #json: boolean;

  constructor(json: boolean) {
    this.#json = json;
  }

  /** One result, in both forms. */
  print(record: object, text: string): void {
    console.log(this.#json ? JSON.stringify(record) : text);
  }

  /** What stands above the lines for people. */
  heading(text: string): void {
    if (!this.#json) console.log(text);
  }

  /** A word to the operator that is no result. */
  note(text: string): void {
    if (!this.#json) console.error(text);
  }
}
