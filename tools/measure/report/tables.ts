import { cpus } from 'node:os';
import type { Headline } from './bounds.ts';
import { median, p99, type Ledger } from './ledger.ts';

/** The results that have a name, as docs/performance.md shows them: Markdown, with the day and the machine. */
export function headlineTable(results: readonly Headline[]): string {
  const [cpu] = cpus();
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${String(cpus().length)} × ${cpu?.model ?? 'unknown'}, Node ${process.version}`;
  const rows = results.map(({ name, median: middle, p99: tail, ratio, spread: [least, most], bound, verdict }) => [
    ...[name, shown(middle), shown(tail), shown(ratio)],
    ...[least === most ? '–' : `${shown(least)} to ${shown(most)}`, bound, verdict],
  ]);
  const table = markdownTable(['name', 'median', 'p99', 'ratio', 'spread', 'bound', 'result'], rows);
  return `Run of ${day} on ${machine}:\n\n${table}`;
}

/** Every figure of every subject, median and p99. */
export function figureTable(ledger: Ledger): string {
  const subjects = [...new Set([...ledger.all().values()].flatMap((bySubject) => [...bySubject.keys()]))];
  const rows = [...ledger.all()].map(([name, bySubject]) => [
    name,
    ...subjects.map((subject) => medianAndTail((bySubject.get(subject) ?? []).flat())),
  ]);
  return markdownTable(['median / p99', ...subjects], rows);
}

function medianAndTail(values: readonly number[]): string {
  return values.length > 1 ? `${shown(median(values))} / ${shown(p99(values))}` : shown(median(values));
}

/** A table in Markdown, padded so that it can also be read on a terminal; the first column is text, the others numbers. */
function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head, rule, ...rows].map((cells) => `| ${cells.map(pad).join(' | ')} |`).join('\n');
}

/** A figure with three significant digits, four from 100 on, or whole from 1,000 on; a dash when there is none. */
function shown(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (value >= 1_000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(value < 100 ? 3 : 4)));
}
