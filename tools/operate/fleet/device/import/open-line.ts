/** DynamoDB takes items of 400 KB; a line that is longer than this is not held, however long it goes on. */
const LONGEST_BYTES = 256 * 1024;

/** A line of which the end has not been seen yet. */
export class OpenLine {
  #parts: Buffer[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > LONGEST_BYTES) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  /** The whole line, and room for the next; undefined if it was too long. */
  take(): Buffer | undefined {
    const whole = this.#length > LONGEST_BYTES ? undefined : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return whole;
  }
}
