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

/** A figure without a limit is one to know, whatever it is. It is compared `to` the other one round by round. */
type Bound = readonly [name: string, limit: Limit | undefined, of: Measured, to?: Measured | undefined];

const LOCAL = 'DynamoDB Local';
const COLD = 'load to first answer, processor ms';

const BOUNDS: readonly Bound[] = [
  ['calls-100', atMost(8), of('ours', 'calls', 100, 'fresh')],
  ['calls-1000', atMost(62), of('ours', 'calls', 1_000, 'fresh')],
  ['round-trips-100', exactly(3), of('ours', 'round trips', 100, 'fresh')],
  ['write-units-per-device', exactly(1), perDevice(100, of('ours', 'write units', 100, 'fresh'))],
  ['write-units-repeat', exactly(0), of('ours', 'write units', 100, 'repeated')],
  ['read-units-100', atMost(151.5), of('ours', 'read units', 100, 'fresh')],
  ['unauthenticated-calls', exactly(1), of('ours', 'calls', 1, 'unknown session')],
  ['calls-status-1000', exactly(11), of('ours', 'calls', 1_000, 'status')],
  ['round-trips-status', exactly(2), of('ours', 'round trips', 1_000, 'status')],
  ['write-units-status', exactly(0), of('ours', 'write units', 1_000, 'status')],
  ['warm-1-vs-floor', atMost(1.1), warm('ours', 1), warm('floor', 1)],
  ['warm-1-vs-floor-local', atMost(1.1), warm('ours', 1, 'fresh', LOCAL), warm('floor', 1, 'fresh', LOCAL)],
  ['warm-100-vs-floor', atMost(1.2), warm('ours', 100), warm('floor', 100)],
  ['warm-100-vs-floor-local', atMost(1.2), warm('ours', 100, 'fresh', LOCAL), warm('floor', 100, 'fresh', LOCAL)],
  ['warm-1000-vs-floor', atMost(1.25), warm('ours', 1_000), warm('floor', 1_000)],
  ['warm-1000-vs-floor-local', atMost(1.25), warm('ours', 1_000, 'fresh', LOCAL), warm('floor', 1_000, 'fresh', LOCAL)],
  ['warm-status-1000', undefined, warm('ours', 1_000, 'status')],
  ['warm-status-1000-local', undefined, warm('ours', 1_000, 'status', LOCAL)],
  ['cpu-100-vs-floor', atMost(1.35), processor('ours', 100), processor('floor', 100)],
  ['repeat-vs-fresh-100', atMost(0.8), warm('ours', 100, 'repeated'), warm('ours', 100)],
  ['per-device-1000-vs-10', atMost(0.15), perDevice(1_000, warm('ours', 1_000)), perDevice(10, warm('ours', 10))],
  ['memory-1000-vs-1', atMost(2), of('ours', 'peak memory, MiB', 1_000), of('ours', 'peak memory, MiB', 1)],
  ['powertools-vs-ours-100', atLeast(6), warm('powertools', 100), warm('ours', 100)],
  ['cold-cpu-vs-bare', atMost(0.8), of('ours', COLD), of('bare', COLD)],
  ['rollout-calls-idle', exactly(1), of('run', 'calls', 'nothing active')],
  ['rollout-calls-90', atMost(5), of('run', 'calls', 90)],
  ['rollout-calls-look-10000', atMost(130), of('run', 'calls', 10_000)],
  ['rollout-write-units', atMost(2.2), perDevice(90, of('run', 'write units', 90))],
  ['rollout-90-vs-floor-local', atMost(1.25), perSlice('run'), perSlice('rollout-floor')],
  ['rollout-look-10000-local', undefined, of('run', 'latency, ms', 10_000, 'under way')],
  ['rollout-memory-look-10000', atMost(512), of('run', 'peak memory, MiB', 10_000, 'under way')],
  ['rollout-memory-50000-vs-1000', atMost(1.5), memory('run', 50_000), memory('run', 1_000)],
  ['create-50000-local', atMost(5_000), of('create-rollout', 'latency, ms', 50_000, 'members')],
  ['create-memory-50000', atMost(512), memory('create-rollout', 50_000)],
  ['create-event-50000', atMost(6 * 2 ** 20), of('create-rollout', 'event, bytes', 50_000)],
  ['bundle-start-upgrade', atMost(225_000), of('ours', 'bundle, bytes')],
  ['bundle-list', atMost(215_000), of('list', 'bundle, bytes')],
];

/** All results, in the order of the report. */
export function headlines(ledger: Ledger): Headline[] {
  return [...BOUNDS, refusalsAlike(ledger)].map((one) => headline(ledger, one));
}

/** The kind of refusal that takes longest against the fastest: the time must not reveal the reason. */
function refusalsAlike(ledger: Ledger): Bound {
  const latencies = REFUSALS.map((name) => warm('ours', 1, name, LOCAL));
  const medianOf = (measured: Measured) => median(roundsOf(ledger, measured).flat());
  const ranked = latencies.toSorted((one, other) => medianOf(one) - medianOf(other));
  const [fastest, slowest] = [ranked[0], ranked.at(-1)];
  return ['refusals-alike', atMost(1.15), slowest ?? of('ours'), fastest];
}

function headline(ledger: Ledger, [name, limit, measured, to]: Bound): Headline {
  const rounds = roundsOf(ledger, measured);
  const values = rounds.flat();
  const others = to && roundsOf(ledger, to);
  const ratios = rounds.map((round, index) => median(round) / (others ? median(others[index] ?? []) : 1));
  const spread = middleHalf(ratios);
  const verdict = limit === undefined ? '–' : verdictOn(limit, spread);
  const figures = { median: median(values), p99: p99(values), ratio: median(ratios) };
  return { name, ...figures, spread, bound: limit?.text ?? '–', verdict };
}

function verdictOn({ holds }: Limit, [least, most]: readonly [number, number]) {
  if (holds(least) === holds(most)) return holds(least) ? 'met' : 'missed';
  return 'within the spread';
}

function roundsOf(ledger: Ledger, { subject, figure, divisor }: Measured): number[][] {
  return ledger.rounds(subject, figure).map((values) => values.map((value) => value / divisor));
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

/** Of a run that starts ten. */
function perSlice(subject: string): Measured {
  return { ...of(subject, 'latency, ms', 900, 'started'), divisor: 10 };
}

function memory(subject: string, members: number): Measured {
  return of(subject, 'peak memory, MiB', members, 'members');
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
