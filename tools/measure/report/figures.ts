import { MODES, type Ledger, type Table } from '../measure/ledger.ts';
import type { Headline } from './headlines.ts';
import { markdownTable } from './markdown-table.ts';
import { shown } from './number.ts';

export const UPGRADERS = ['ours', 'floor', 'powertools', 'sequential', 'fastify'];
export const BATCHES = [1, 10, 100, 1_000];
const TABLES: readonly Table[] = ['stand-in', 'DynamoDB Local'];
const COSTS = { calls: 'calls', roundTrips: 'serial round trips', readUnits: 'read units', writeUnits: 'write units' };

/** All figures as sections in Markdown. */
export function figures(ledger: Ledger, targets: readonly Headline[]): string {
  return [
    ['Against the targets', headlineTable(targets)],
    ...TABLES.map((table) => [`Warm latency on ${table}: ms, p50 / p99`, latencyTable(ledger, table)]),
    ['Processor time on stand-in: ms a request', cpuTable(ledger)],
    ['Throughput: requests of one device a second, 50 callers, one process', throughputTable(ledger)],
    ['Database, counted at DynamoDB Local: one fresh request', costTable(ledger)],
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
  const rows = BATCHES.flatMap((batch) =>
    MODES.map((mode) => [
      `${batch.toLocaleString('en')} ${mode}`,
      ...UPGRADERS.map((name) => spread(ledger, ['latency', table, name, batch, mode])),
    ]),
  );
  return markdownTable(['batch', ...UPGRADERS], rows);
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
  const requests = [1, 10, 100, 'of a stranger', 'without a cookie'];
  const rows = requests.flatMap((request) =>
    Object.entries(COSTS).map(([cost, title]) => [
      `${request.toLocaleString('en')}: ${title}`,
      ...UPGRADERS.map((name) => shown(ledger.median([cost, name, request]))),
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
