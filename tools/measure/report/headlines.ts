import type { Ledger, Measured, Mode, Table } from '../measure/ledger.ts';
import { atLeast, atMost, exactly, type Bound } from './bound.ts';

/** A figure that the benchmark is for, under the name that `--json` gives it. */
export interface Headline {
  readonly name: string;
  readonly median: number;
  readonly p99: number;
  /** To what it is compared with; of a count or a size, the figure itself. */
  readonly ratio: number;
  readonly target: string;
  readonly met: boolean;
}

const STAND_IN = 'stand-in';
const LOCAL = 'DynamoDB Local';

/** All figures that have a target, in the order in which they are told. */
export function headlines(ledger: Ledger): Headline[] {
  const compared = (name: string, what: Measured, to: Measured, bound: Bound) =>
    headline(name, ledger.median(what), ledger.p99(what), ledger.median(what) / ledger.median(to), bound);
  const counted = (name: string, value: number, bound: Bound) => headline(name, value, value, value, bound);
  const toFloor = (batch: number, most: number) => [
    compared(`warm-${String(batch)}-vs-floor`, warm('ours', batch), warm('floor', batch), atMost(most)),
    compared(
      `warm-${String(batch)}-vs-floor-local`,
      warm('ours', batch, LOCAL),
      warm('floor', batch, LOCAL),
      atMost(most),
    ),
  ];
  const perDevice = (batch: number) => ledger.median(warm('ours', batch)) / batch;
  const tail = ledger.p99(warm('ours', 1_000)) / 1_000;
  return [
    ...toFloor(1, 1.1),
    ...toFloor(100, 1.15),
    ...toFloor(1_000, 1.15),
    compared('cpu-100-vs-floor', cpu('ours'), cpu('floor'), atMost(1.25)),
    compared('sequential-vs-ours-100', warm('sequential', 100), warm('ours', 100), atLeast(10)),
    compared('powertools-vs-ours-100', warm('powertools', 100), warm('ours', 100), atLeast(1.5)),
    compared('fastify-vs-ours-1', warm('fastify', 1), warm('ours', 1), atLeast(1)),
    counted('round-trips-100', ledger.median(['roundTrips', 'ours', 100]), exactly(3)),
    counted('write-units-per-device', ledger.median(['writeUnits', 'ours', 100]) / 100, exactly(1)),
    counted('read-units-100', ledger.median(['readUnits', 'ours', 100]), atMost(51.5)),
    counted('unauthenticated-calls', ledger.median(['calls', 'ours', 'of a stranger']), exactly(1)),
    compared('cold-vs-bare', ['cold', 'ours'], ['cold', 'bare'], atMost(0.8)),
    counted('bundle-start-upgrade', ledger.median(['bytes', 'ours']), atMost(260_000)),
    counted('bundle-list', ledger.median(['bytes', 'list']), atMost(240_000)),
    headline('per-device-1000-vs-10', perDevice(1_000), tail, perDevice(1_000) / perDevice(10), atMost(1)),
    compared('memory-1000-vs-1', ['memory', 'ours', 1_000], ['memory', 'ours', 1], atMost(1.3)),
    compared('repeat-vs-fresh-100', warm('ours', 100, STAND_IN, 'repeated'), warm('ours', 100), atMost(1)),
  ];
}

function headline(name: string, median: number, p99: number, ratio: number, { text, holds }: Bound): Headline {
  return { name, median, p99, ratio, target: text, met: holds(ratio) };
}

function warm(subject: string, batch: number, table: Table = STAND_IN, mode: Mode = 'fresh'): Measured {
  return ['latency', table, subject, batch, mode];
}

function cpu(subject: string): Measured {
  return ['cpu', STAND_IN, subject, 100, 'fresh'];
}
