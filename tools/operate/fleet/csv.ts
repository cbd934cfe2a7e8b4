import { parse } from 'csv-parse/sync';
import { CommandError } from '../../command-line.ts';
import { codeOf } from './errors.ts';
import { LineFault, textOf, type Line } from './files.ts';

/** The cells of a line, and the names of their columns. */
export interface Row {
  readonly names: readonly string[];
  readonly cells: readonly string[];
}

/** The names of the columns by a header's cells, '' where there is none; undefined if the cells are no header. */
type NamesIn = (cells: readonly string[], line: Line) => readonly string[] | undefined;

/** Excel writes semicolons where the comma is the decimal separator, and tabs in its "Unicode Text". */
const DELIMITERS = [',', ';', '\t'];

/**
 * Returns a reader of the lines of CSV: undefined for one without a row, which is a header, tells the delimiter or a type,
 * or has only empty cells. A header in the middle, as where files were put together, counts from there on. Without any,
 * the lines are serial numbers.
 * @throws LineFault for a broken line; CommandError for a first one, since then no line means anything
 */
export function csvReader(namesIn: NamesIn): (line: Line) => Row | undefined {
  let delimiters = DELIMITERS;
  let table: { readonly delimiter: string | string[]; readonly names: readonly string[] } | undefined;
  return (line) => {
    try {
      const text = textOf(line);
      const { told } = /^"?sep=(?<told>.)"?\k<told>*\s*$/i.exec(text)?.groups ?? {};
      if (told === undefined) return rowIn(line, text);
      [delimiters, table] = [[told, ...DELIMITERS], undefined];
      return undefined;
    } catch (error) {
      if (table || !(error instanceof LineFault)) throw error;
      throw new CommandError(`Line ${String(line.number)} ${error.message}`, { cause: error });
    }
  };

  function rowIn(line: Line, text: string): Row | undefined {
    if (table) {
      const cells = cellsOf(text, table.delimiter);
      if (!isHeaderWord(cells[table.names.indexOf('sn')])) return rowOf(table.names, cells);
    }
    const delimiter = delimiters.find((candidate) => namesDevices(text, candidate)) ?? delimiters;
    const cells = cellsOf(text, delimiter);
    if (cells.length === 0) return undefined;
    const names = namesIn(cells, line);
    table = { delimiter, names: names ?? ['sn'] };
    return names ? undefined : rowOf(table.names, cells);
  }
}

function rowOf(names: readonly string[], cells: readonly string[]): Row | undefined {
  const nameless = cells.findIndex((cell, index) => cell !== '' && !names[index]);
  if (nameless >= 0) throw new LineFault(`has a value in column ${String(nameless + 1)}, which has no name`);
  return cells.length === 0 ? undefined : { names, cells };
}

function namesDevices(text: string, delimiter: string): boolean {
  return cellsOf(text, delimiter, { skip_records_with_error: true }).some((cell) => cell.trim().toLowerCase() === 'sn');
}

/** The cells of a line: none if all are empty, or if it is the line that PowerShell writes above a header. */
function cellsOf(text: string, delimiter: string | string[], more = {}): readonly string[] {
  const skipped = { skip_records_with_empty_values: true, comment: '#TYPE', comment_no_infix: true };
  try {
    return parse(text, { delimiter, trim: true, relax_column_count: true, ...skipped, ...more })[0] ?? [];
  } catch (error) {
    // The library's own message would repeat the cell at fault.
    const isOpen = codeOf(error) === 'CSV_QUOTE_NOT_CLOSED';
    throw new LineFault(
      isOpen ? 'opens a quote that it does not close: no cell may hold a line break' : 'is not CSV: check its quotes',
    );
  }
}

const HEADER_WORD =
  /^(?:(?:device)?(?:sn|id|serials?|serial(?:no|number)s?)|devices?|familyid|modelid|hardwareversion|firmwareversion)$/i;

/** Whether a cell is what people call a column: never a device. */
export function isHeaderWord(cell = ''): boolean {
  return HEADER_WORD.test(cell.replaceAll(/[\s/._-]/g, ''));
}
