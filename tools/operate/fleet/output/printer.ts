import { styleText } from 'node:util';
import { headingLine, plain, recordLine, type Columns, type Row } from './records.ts';

/** Prints what a command found or did: as lines for people, or as JSON with one object per line. */
export class Printer {
  readonly #json: boolean;

  constructor(json: boolean) {
    this.#json = json;
  }

  /** One result, in both forms. */
  print(record: object, text: string): void {
    console.log(this.#json ? JSON.stringify(record) : text);
  }

  /** One result that is of use only to machines. */
  data(record: object): void {
    if (this.#json) console.log(JSON.stringify(record));
  }

  /** A list as it is read. Its heading waits for the first record or the end, so that it never appears above an error. */
  async list(columns: Columns, records: AsyncIterable<Row> | Iterable<Row>): Promise<void> {
    let heading = this.#json ? '' : `${styleText('bold', headingLine(columns))}\n`;
    for await (const record of records) {
      this.print(record, heading + recordLine(columns, record));
      heading = '';
    }
    process.stdout.write(heading);
  }

  /** A remark to the operator that is not a result. */
  note(text: string): void {
    if (!this.#json) console.error(text);
  }
}

/** An error in one line, as text or as JSON. */
export function errorLine(message: string, json: boolean): string {
  const text = plain(message);
  return json ? JSON.stringify({ error: text }) : `${styleText('red', 'error:', { stream: process.stderr })} ${text}`;
}
