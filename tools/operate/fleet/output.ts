import { styleText } from 'node:util';
import { SERIAL_NUMBER } from '../../../functions/domain/device.ts';
import { isAhead } from '../../../functions/domain/epoch-seconds.ts';
import { visible, visibleJson, type ProgramContext } from '../../command-line.ts';

/** What the tool shows of an item: attributes by their names. */
export type Row = Readonly<Record<string, unknown>>;

/** The columns of a list: attributes and their minimum widths; longer values push the next ones to the right. */
export type Columns = Readonly<Record<string, number>>;

/** A text in a style if the output is a terminal. */
interface Styled {
  readonly style: 'bold' | 'green' | 'red';
  readonly text: string;
}

/** A line, or the parts of one. Line ends within, and all that a terminal would act upon, are shown escaped. */
type Line = string | readonly (string | Styled)[];

const PROGRESS_MS = 10_000;

type PrinterContext = Pick<ProgramContext, 'stdout' | 'stderr' | 'ending'>;

/** Prints what a command found or did: as lines for people, or as JSON with one object per line. */
export class Printer {
  readonly #context: PrinterContext;
  readonly #json: boolean;
  #progressAt = -Infinity;

  constructor(context: PrinterContext, json: boolean) {
    this.#context = context;
    this.#json = json;
  }

  /** One result, in both forms; without lines it is of use only to machines. */
  print(record: object, ...lines: readonly Line[]): void {
    if (this.#json) this.#context.stdout.write(`${visibleJson(record)}\n`);
    else for (const line of lines) this.#context.stdout.write(`${this.#shown(line)}\n`);
  }

  /**
   * A list as it is read. Its heading waits for the first record or the end, so that it never appears above an error.
   * @throws EarlyEnd when nobody waits for the rest
   */
  async list(columns: Columns, records: AsyncIterable<object> | Iterable<object>): Promise<void> {
    const { ending } = this.#context;
    ending.tellEarly(() => 'the list is cut off: run the command again');
    let heading: readonly Line[] = [[{ style: 'bold', text: listLine(columns) }]];
    for await (const record of records) {
      ending.throwIfVain();
      this.print(record, ...heading, listLine(columns, { ...record }));
      heading = [];
    }
    if (!this.#json) this.print({}, ...heading);
  }

  /** A remark to the operator that is not a result. */
  note(text: string): void {
    if (!this.#json) this.#context.stderr.write(`${visible(text)}\n`);
  }

  /** How far a command has come: the first line at once, then one every ten seconds at most. */
  progress(line: string): void {
    if (performance.now() - this.#progressAt < PROGRESS_MS) return;
    this.#progressAt = performance.now();
    this.#context.stderr.write(`${this.#json ? visibleJson({ progress: line }) : visible(line)}\n`);
  }

  #shown(line: Line): string {
    const parts = typeof line === 'string' ? [line] : line;
    return parts.map((part) => (typeof part === 'string' ? visible(part) : this.#styled(part))).join('');
  }

  #styled({ style, text }: Styled): string {
    return styleText(style, visible(text), { stream: this.#context.stdout });
  }
}

/** A stored value in one line, or `-` if there is none. */
export function plain(value: unknown): string {
  if (typeof value === 'string') return visible(value);
  return isScalar(value) ? String(value) : '-';
}

/** A key by which a record is found: what is no serial number stands in JSON, as the commands for records take it. */
export function keyText(key: unknown): string {
  return typeof key === 'string' && !SERIAL_NUMBER.test(key) ? visibleJson(key) : plain(key);
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
export function detailLines(record: Row): readonly string[] {
  const present = Object.entries(record).filter(([, value]) => value !== undefined);
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${name.padEnd(width)}  ${cell(name, value)}`);
}

/** A record as a line of a list; without one, the line of names above it. */
export function listLine(columns: Columns, record?: Row): string {
  const cells = Object.entries(columns).map(([name, width]) => {
    const text = record === undefined ? name : cell(name, record[name]);
    return text.padEnd(Math.max(width, name.length));
  });
  return cells.join('  ').trimEnd();
}

function cell(name: string, value: unknown): string {
  return name === 'sn' ? keyText(value) : plain(value);
}
