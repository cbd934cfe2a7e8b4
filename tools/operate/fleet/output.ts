import { stripVTControlCharacters, styleText } from 'node:util';
import { isAhead } from '../../../functions/domain/epoch-seconds.ts';
import type { ProgramContext } from '../../command-line.ts';

/** What the tool shows of an item: attributes by their names. */
export type Row = Readonly<Record<string, unknown>>;

/** The columns of a list: attributes and their minimum widths; longer values push the next ones to the right. */
export type Columns = Readonly<Record<string, number>>;

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 10_000;

/** Prints what a command found or did: as lines for people, or as JSON with one object per line. */
export class Printer {
  readonly #streams: Pick<ProgramContext, 'stdout' | 'stderr'>;
  readonly #json: boolean;
  #progressAt = -Infinity;

  constructor(streams: Pick<ProgramContext, 'stdout' | 'stderr'>, json: boolean) {
    this.#streams = streams;
    this.#json = json;
  }

  /** One result, in both forms. */
  print(record: object, text: string): void {
    this.#streams.stdout.write(`${this.#json ? JSON.stringify(record) : text}\n`);
  }

  /** One result that is of use only to machines. */
  data(record: object): void {
    if (this.#json) this.print(record, '');
  }

  /** A list as it is read. Its heading waits for the first record or the end, so that it never appears above an error. */
  async list(columns: Columns, records: AsyncIterable<Row> | Iterable<Row>): Promise<void> {
    let heading = this.#json ? '' : `${this.styled('bold', listLine(columns))}\n`;
    for await (const record of records) {
      this.print(record, heading + listLine(columns, record));
      heading = '';
    }
    this.#streams.stdout.write(heading);
  }

  /** A remark to the operator that is not a result. */
  note(text: string): void {
    if (!this.#json) this.#streams.stderr.write(`${text}\n`);
  }

  /** How far a command has come: the first line at once, then one every ten seconds at most. */
  progress(line: string): void {
    if (performance.now() - this.#progressAt < PROGRESS_MS) return;
    this.#progressAt = performance.now();
    this.#streams.stderr.write(`${line}\n`);
  }

  /** A text in this style if the output is a terminal. */
  styled(style: 'bold' | 'green' | 'red', text: string): string {
    return styleText(style, text, { stream: this.#streams.stdout });
  }
}

/** An error in one line, as text or as JSON. */
export function errorLine(message: string, json: boolean, stream: NodeJS.WritableStream): string {
  const text = plain(message);
  return json ? JSON.stringify({ error: text }) : `${styleText('red', 'error:', { stream })} ${text}`;
}

/** A stored value in one line, or `-` if there is none. Stored text may hold terminal control codes. */
export function plain(value: unknown): string {
  if (typeof value === 'string') return stripVTControlCharacters(value).replace(/\p{Cc}+/gu, ' ');
  return isScalar(value) ? String(value) : '-';
}

/** Epoch seconds in ISO 8601; undefined if they are not a plausible time. */
export function moment(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !isAhead(seconds, 0)) return undefined;
  return new Date(seconds * 1000).toISOString();
}

/** The named attributes of an item that are text, numbers or booleans. Others may hold secrets and are left out. */
export function scalarsOf(item: Row, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (isScalar(item[name]) ? [[name, item[name]]] : [])));
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A record with one attribute per line; missing ones are left out. */
export function detailLines(record: Row): string {
  const present = Object.entries(record).filter(([, value]) => value !== undefined);
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`).join('\n');
}

/** A record as a line of a list; without one, the line of names above it. */
export function listLine(columns: Columns, record?: Row): string {
  const cells = Object.entries(columns).map(([name, width]) => {
    const text = record === undefined ? name : plain(record[name]);
    return text.padEnd(Math.max(width, name.length));
  });
  return cells.join('  ').trimEnd();
}
