import { REFUSALS } from '../requests.ts';
import { median, middleHalf, p99, type Figure, type Ledger } from './ledger.ts';

/** A result of the benchmark, under its name in `--json`. */
export interface Headline {
  readonly name: string;
  readonly median: number;
  readonly p99: number;
  /** Median over the rounds of the ratio to what it is compared with; of the figure itself if that is nothing. */
  readonly ratio: number;
  /** The middle half of the rounds. */
  readonly spread: readonly [number, number];
  readonly bound: string;
  /** A bound within the spread is neither met nor missed: another run may tell otherwise. */
  readonly verdict: 'met' | 'missed' | 'within the spread' | '–';
}

interface Limit {
  readonly text: string;
  readonly holds: (value: number) => boolean;
}

/** A figure of a subject, divided by `divisor`. */
interface Measured {
  readonly subject: string;
  readonly figure: Figure;
  readonly divisor: number;
}

interface Bound {
  readonly name: string;
  /** Absent: a figure to know, whatever it is. */
  readonly limit: Limit | undefined;
  readonly of: Measured;
  /** What it is compared with, round by round. */
  readonly to: Measured | undefined;
}

const LOCAL = 'DynamoDB Local';
const COLD = 'load to first answer, processor ms';

const BOUNDS: readonly Bound[] = [
  bound('calls-100', atMost(8), of('ours', 'calls', 100, 'fresh')),
  bound('calls-1000', atMost(62), of('ours', 'calls', 1_000, 'fresh')),
  bound('round-trips-100', exactly(3), of('ours', 'round trips', 100, 'fresh')),
  bound('write-units-per-device', exactly(1), perDevice(100, of('ours', 'write units', 100, 'fresh'))),
  bound('write-units-repeat', exactly(0), of('ours', 'write units', 100, 'repeated')),
  bound('read-units-100', atMost(151.5), of('ours', 'read units', 100, 'fresh')),
  bound('unauthenticated-calls', exactly(1), of('ours', 'calls', 1, 'unknown session')),
  bound('calls-status-1000', exactly(11), of('ours', 'calls', 1_000, 'status')),
  bound('round-trips-status', exactly(2), of('ours', 'round trips', 1_000, 'status')),
  bound('write-units-status', exactly(0), of('ours', 'write units', 1_000, 'status')),
  bound('warm-1-vs-floor', atMost(1.1), warm('ours', 1), warm('floor', 1)),
  bound('warm-1-vs-floor-local', atMost(1.1), warm('ours', 1, 'fresh', LOCAL), warm('floor', 1, 'fresh', LOCAL)),
  bound('warm-100-vs-floor', atMost(1.2), warm('ours', 100), warm('floor', 100)),
  bound('warm-100-vs-floor-local', atMost(1.2), warm('ours', 100, 'fresh', LOCAL), warm('floor', 100, 'fresh', LOCAL)),
  bound('warm-1000-vs-floor', atMost(1.25), warm('ours', 1_000), warm('floor', 1_000)),
  bound(
    'warm-1000-vs-floor-local',
    atMost(1.25),
    warm('ours', 1_000, 'fresh', LOCAL),
    warm('floor', 1_000, 'fresh', LOCAL),
  ),
  bound('warm-status-1000', undefined, warm('ours', 1_000, 'status')),
  bound('warm-status-1000-local', undefined, warm('ours', 1_000, 'status', LOCAL)),
  bound('cpu-100-vs-floor', atMost(1.35), processor('ours', 100), processor('floor', 100)),
  bound('repeat-vs-fresh-100', atMost(0.8), warm('ours', 100, 'repeated'), warm('ours', 100)),
  bound('per-device-1000-vs-10', atMost(0.15), perDevice(1_000, warm('ours', 1_000)), perDevice(10, warm('ours', 10))),
  bound('memory-1000-vs-1', atMost(2), of('ours', 'peak memory, MiB', 1_000), of('ours', 'peak memory, MiB', 1)),
  bound('powertools-vs-ours-100', atLeast(6), warm('powertools', 100), warm('ours', 100)),
  bound('cold-cpu-vs-bare', atMost(0.8), of('ours', COLD), of('bare', COLD)),
  bound('bundle-start-upgrade', atMost(230_000), of('ours', 'bundle, bytes')),
  bound('bundle-list', atMost(215_000), of('list', 'bundle, bytes')),
];

/** All results, in the order of the report. */
export function headlines(ledger: Ledger): Headline[] {
  return [...BOUNDS, refusalsAlike(ledger)].map((one) => headline(ledger, one));
}

/** The kind of refusal that takes longest against the fastest: the time must not reveal the reason. */
function refusalsAlike(ledger: Ledger): Bound {
  const latencies = REFUSALS.map((name) => warm('ours', 1, name, LOCAL));
  const ranked = latencies.toSorted((one, other) => median(valuesOf(ledger, one)) - median(valuesOf(ledger, other)));
  const [fastest, slowest] = [ranked[0], ranked.at(-1)];
  return bound('refusals-alike', atMost(1.15), slowest ?? of('ours'), fastest);
}

function headline(ledger: Ledger, { name, limit, of: measured, to }: Bound): Headline {
  const values = valuesOf(ledger, measured);
  const divisors = to === undefined ? [] : mediansOf(ledger, to);
  const ratios = mediansOf(ledger, measured).map(
    (value, round) => value / (to === undefined ? 1 : (divisors[round] ?? NaN)),
  );
  const spread = middleHalf(ratios);
  const verdict = limit === undefined ? '–' : verdictOn(limit, spread);
  const figures = { median: median(values), p99: p99(values), ratio: median(ratios) };
  return { name, ...figures, spread, bound: limit?.text ?? '–', verdict };
}

function verdictOn({ holds }: Limit, [least, most]: readonly [number, number]) {
  if (holds(least) === holds(most)) return holds(least) ? 'met' : 'missed';
  return 'within the spread';
}

function valuesOf(ledger: Ledger, { subject, figure, divisor }: Measured): number[] {
  return ledger.rounds(subject, figure).flatMap((values) => values.map((value) => value / divisor));
}

function mediansOf(ledger: Ledger, { subject, figure, divisor }: Measured): number[] {
  return ledger.rounds(subject, figure).map((values) => median(values) / divisor);
}

function bound(name: string, limit: Limit | undefined, measured: Measured, to?: Measured): Bound {
  return { name, limit, of: measured, to };
}

function of(subject: string, ...figure: Figure): Measured {
  return { subject, figure, divisor: 1 };
}

function perDevice(devices: number, measured: Measured): Measured {
  return { ...measured, divisor: devices };
}

function warm(subject: string, devices: number, request = 'fresh', database = 'stand-in'): Measured {
  return of(subject, 'latency, ms', devices, request, database);
}

function processor(subject: string, devices: number): Measured {
  return of(subject, 'processor, ms', devices, 'fresh', 'stand-in');
}

function atMost(limit: number): Limit {
  return { text: `≤ ${limit.toLocaleString('en')}`, holds: (value) => value <= limit };
}

function atLeast(limit: number): Limit {
  return { text: `≥ ${limit.toLocaleString('en')}`, holds: (value) => value >= limit };
}

function exactly(wanted: number): Limit {
  return { text: `= ${String(wanted)}`, holds: (value) => value === wanted };
}
