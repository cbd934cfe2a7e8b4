import { REFUSED } from '../measure/refusals.ts';
import type { Ledger, Measured, Mode, Table } from '../measure/ledger.ts';

/** A figure that has a target, under its name in `--json`. */
export interface Headline {
  readonly name: string;
  readonly median: number;
  readonly p99: number;
  /** Ratio to what it is compared with; for a count or a size, the figure itself. */
  readonly ratio: number;
  readonly target: string;
  readonly met: boolean;
}

/** The target of a figure. */
interface Bound {
  readonly text: string;
  readonly holds: (value: number) => boolean;
}

/** All figures that have a target, in the order of the report. */
export function headlines(ledger: Ledger): Headline[] {
  const median = (what: Measured) => ledger.median(what);
  const compared = (name: string, what: Measured, to: Measured, bound: Bound) =>
    headline(name, median(what), ledger.p99(what), median(what) / median(to), bound);
  const counted = (name: string, value: number, bound: Bound) => headline(name, value, value, value, bound);
  const toFloor = (batch: number, most: number) => [
    compared(`warm-${String(batch)}-vs-floor`, warm('ours', batch), warm('floor', batch), atMost(most)),
    compared(
      `warm-${String(batch)}-vs-floor-local`,
      warm('ours', batch, 'DynamoDB Local'),
      warm('floor', batch, 'DynamoDB Local'),
      atMost(most),
    ),
  ];
  const statusToFloor = (name: string, table: Table) =>
    compared(name, warm('ours', 1_000, table, 'status'), warm('floor', 1_000, table, 'status'), atMost(1.2));
  const toPuts = (batch: number, most: number, mostCpu: number) => [
    compared(`warm-${String(batch)}-vs-puts`, warm('ours', batch), warm('puts', batch), atMost(most)),
    compared(`cpu-${String(batch)}-vs-puts`, cpu('ours', batch), cpu('puts', batch), atMost(mostCpu)),
  ];
  const cost = (what: string, batch: number, mode: Mode | 'status' = 'fresh') => median([what, 'ours', batch, mode]);
  const perDevice = (batch: number) => median(warm('ours', batch)) / batch;
  const tail = ledger.p99(warm('ours', 1_000)) / 1_000;
  return [
    counted('calls-100', cost('calls', 100), atMost(8)),
    counted('calls-1000', cost('calls', 1_000), atMost(62)),
    counted('round-trips-100', cost('roundTrips', 100), exactly(3)),
    counted('write-units-per-device', cost('writeUnits', 100) / 100, exactly(1)),
    counted('write-units-repeat', cost('writeUnits', 100, 'repeated'), exactly(0)),
    counted('read-units-100', cost('readUnits', 100), atMost(151.5)),
    counted('unauthenticated-calls', median(['calls', 'ours', 'of a stranger']), exactly(1)),
    counted('calls-status-1000', cost('calls', 1_000, 'status'), exactly(11)),
    counted('round-trips-status', cost('roundTrips', 1_000, 'status'), exactly(2)),
    counted('write-units-status', cost('writeUnits', 1_000, 'status'), exactly(0)),
    ...toPuts(100, 0.6, 0.35),
    ...toPuts(1_000, 0.25, 0.2),
    ...toFloor(1, 1.1),
    ...toFloor(100, 1.2),
    ...toFloor(1_000, 1.25),
    statusToFloor('warm-status-1000-vs-floor', 'stand-in'),
    statusToFloor('warm-status-1000-vs-floor-local', 'DynamoDB Local'),
    refusalsAlike(ledger),
    compared('cpu-100-vs-floor', cpu('ours', 100), cpu('floor', 100), atMost(1.35)),
    compared('repeat-vs-fresh-100', warm('ours', 100, 'stand-in', 'repeated'), warm('ours', 100), atMost(0.8)),
    headline('per-device-1000-vs-10', perDevice(1_000), tail, perDevice(1_000) / perDevice(10), atMost(0.15)),
    compared('memory-1000-vs-1', ['memory', 'ours', 1_000], ['memory', 'ours', 1], atMost(2)),
    compared('sequential-vs-ours-100', warm('sequential', 100), warm('ours', 100), atLeast(40)),
    compared('powertools-vs-ours-100', warm('powertools', 100), warm('ours', 100), atLeast(6)),
    compared('fastify-vs-ours-1', warm('fastify', 1), warm('ours', 1), atLeast(1)),
    compared('cold-vs-bare', ['cold', 'ours'], ['cold', 'bare'], atMost(0.8)),
    counted('bundle-start-upgrade', median(['bytes', 'ours']), atMost(230_000)),
    counted('bundle-list', median(['bytes', 'list']), atMost(215_000)),
  ];
}

/** Compares the slowest refusal with the fastest. */
function refusalsAlike(ledger: Ledger): Headline {
  const medians = Object.keys(REFUSED).map((who) => ledger.median(['refusal', who]));
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  const tail = Math.max(...Object.keys(REFUSED).map((who) => ledger.p99(['refusal', who])));
  return headline('refusals-alike', most, tail, most / least, atMost(1.15));
}

function headline(name: string, median: number, p99: number, ratio: number, { text, holds }: Bound): Headline {
  return { name, median, p99, ratio, target: text, met: holds(ratio) };
}

function warm(subject: string, batch: number, table: Table = 'stand-in', mode: Mode | 'status' = 'fresh'): Measured {
  return ['latency', table, subject, batch, mode];
}

function cpu(subject: string, batch: number): Measured {
  return ['cpu', 'stand-in', subject, batch, 'fresh'];
}

function atMost(limit: number): Bound {
  return { text: `≤ ${limit.toLocaleString('en')}`, holds: (value) => value <= limit };
}

function atLeast(limit: number): Bound {
  return { text: `≥ ${limit.toLocaleString('en')}`, holds: (value) => value >= limit };
}

function exactly(wanted: number): Bound {
  return { text: `= ${String(wanted)}`, holds: (value) => value === wanted };
}
