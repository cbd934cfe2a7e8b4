import { parse } from 'csv-parse/sync';
import { FleetError } from '../../fleet-error.ts';
import { HEADER_RULE, isHeader, valueOf, type FieldName } from './csv-fields.ts';
import { LineFault } from './line-fault.ts';

/**
 * A reader of lines below this header. Each line is a record of its own, whatever quotes are open at its end: so a
 * broken one costs no other. Throws a FleetError when the header is none, for then no line means anything.
 */
export function csvReader(header: string): (line: string) => unknown {
  const names = cellsOf(header);
  if (!isHeader(names)) throw new FleetError(`The first line is no header, which names ${HEADER_RULE}`);
  return (line) => recordOf(names, cellsOf(line));
}

function recordOf(names: readonly FieldName[], cells: readonly string[]): Record<string, unknown> {
  if (cells.length !== names.length) {
    throw new LineFault(`has ${String(cells.length)} cells, and the header ${String(names.length)}`);
  }
  const values = names.map((name, index) => [name, valueOf(name, cells[index] ?? '')] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The library's own message repeats the cell that it stumbled on. */
function cellsOf(line: string): string[] {
  try {
    return parse(line, { trim: true, relax_column_count: true })[0] ?? [];
  } catch {
    throw new LineFault('is not CSV: see to its quotes');
  }
}
