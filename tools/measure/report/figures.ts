import { REFUSED } from '../measure/refusals.ts';
import { MODES, type Ledger, type Table } from '../measure/ledger.ts';
import type { Headline } from './headlines.ts';

export const UPGRADERS = ['ours', 'floor', 'puts', 'powertools', 'sequential', 'fastify'];
export const BATCHES = [1, 10, 100, 1_000];
const TABLES: readonly Table[] = ['stand-in', 'DynamoDB Local'];
/** Starts by size, fresh and repeated, and upgrade-status. */
const REQUESTS: readonly (readonly [number, string])[] = [
  ...BATCHES.flatMap((batch) => MODES.map((mode) => [batch, mode] as const)),
  [1_000, 'status'],
];
const COSTS = { calls: 'calls', roundTrips: 'serial round trips', readUnits: 'read units', writeUnits: 'write units' };

/** All figures as sections in Markdown. */
export function figures(ledger: Ledger, targets: readonly Headline[]): string {
  return [
    ['Against the targets', headlineTable(targets)],
    ...TABLES.map((table) => [`Warm latency on ${table}: ms, p50 / p99`, latencyTable(ledger, table)]),
    ['Processor time on stand-in: ms a request', cpuTable(ledger)],
    ['Throughput: requests of one device a second, 50 callers, one process', throughputTable(ledger)],
    ['Database, counted at DynamoDB Local: one request', costTable(ledger)],
    ['Refusals of start-upgrade on DynamoDB Local: ms, p50 / p99', refusalTable(ledger)],
    ['Cold start on stand-in: ms, p50 / p99', coldTable(ledger)],
    ['Size', sizeTable(ledger)],
  ]
    .map(([title, table]) => `## ${title ?? ''}\n\n${table ?? ''}\n`)
    .join('\n');
}

function headlineTable(targets: readonly Headline[]): string {
  const rows = targets.map(({ name, median, p99, ratio, target, met }) => [
    ...[name, shown(median), shown(p99), shown(ratio), target],
    met ? 'yes' : 'NO',
  ]);
  return markdownTable(['name', 'median', 'p99', 'ratio', 'target', 'met'], rows);
}

function latencyTable(ledger: Ledger, table: Table): string {
  const rows = REQUESTS.map(([batch, mode]) => [
    `${batch.toLocaleString('en')} ${mode}`,
    ...UPGRADERS.map((name) => spread(ledger, ['latency', table, name, batch, mode])),
  ]);
  return markdownTable(['batch', ...UPGRADERS], rows);
}

function refusalTable(ledger: Ledger): string {
  const rows = Object.keys(REFUSED).map((who) => [who, spread(ledger, ['refusal', who])]);
  return markdownTable(['caller', 'ours'], rows);
}

function cpuTable(ledger: Ledger): string {
  const rows = BATCHES.map((batch) => [
    batch.toLocaleString('en'),
    ...UPGRADERS.map((name) => shown(ledger.median(['cpu', 'stand-in', name, batch, 'fresh']))),
  ]);
  return markdownTable(['batch', ...UPGRADERS], rows);
}

function throughputTable(ledger: Ledger): string {
  const rows = TABLES.map((table) => [
    table,
    ...UPGRADERS.map((name) => shown(ledger.median(['throughput', table, name]))),
  ]);
  return markdownTable(['table', ...UPGRADERS], rows);
}

function costTable(ledger: Ledger): string {
  const rows = [...REQUESTS, ['of a stranger'], ['without a cookie']].flatMap((request) =>
    Object.entries(COSTS).map(([cost, title]) => [
      `${request.map((part) => part.toLocaleString('en')).join(' ')}: ${title}`,
      ...UPGRADERS.map((name) => shown(ledger.median([cost, name, ...request]))),
    ]),
  );
  return markdownTable(['request', ...UPGRADERS], rows);
}

function coldTable(ledger: Ledger): string {
  const rows = [...UPGRADERS, 'list', 'bare'].map((name) => [
    name,
    ...['load', 'cold', 'process'].map((what) => spread(ledger, [what, name])),
  ]);
  return markdownTable(['subject', 'module load', 'module load + first answer', 'process start to first answer'], rows);
}

function sizeTable(ledger: Ledger): string {
  const rows = [...UPGRADERS, 'list', 'bare'].map((name) => [
    name,
    shown(ledger.median(['bytes', name])),
    ...[1, 1_000].map((batch) => shown(ledger.median(['memory', name, batch]))),
  ]);
  return markdownTable(['subject', 'bundle, bytes', 'peak MiB at 1', 'peak MiB at 1,000'], rows);
}

function spread(ledger: Ledger, what: Parameters<Ledger['median']>[0]): string {
  const [p50, p99] = [ledger.median(what), ledger.p99(what)];
  return Number.isNaN(p50) ? '–' : `${shown(p50)} / ${shown(p99)}`;
}

/** A table in Markdown, padded so that it can also be read on a terminal; the first column is text, the others numbers. */
function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head, rule, ...rows].map((cells) => `| ${cells.map(pad).join(' | ')} |`).join('\n');
}

/** A figure with three significant digits, or whole from 1,000 on; a dash when there is none. */
export function shown(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (value >= 1_000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
