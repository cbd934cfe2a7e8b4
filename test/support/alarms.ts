import { runInNewContext } from 'node:vm';
import { propertiesOf } from './templates.ts';

/** A metric that an alarm or the dashboard uses; a dimension that names a resource has its logical id in `<>`. */
export interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

interface MetricTerms {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[];
}

interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: MetricTerms; readonly Period: number };
  readonly ReturnData?: boolean;
}

export interface AlarmTerms extends MetricTerms {
  readonly ActionsEnabled: boolean;
  readonly AlarmActions: readonly string[];
  readonly AlarmDescription: string;
  readonly DatapointsToAlarm: number;
  readonly EvaluationPeriods: number;
  readonly Metrics?: readonly Query[];
  readonly Period?: number;
  readonly Threshold: number;
  readonly TreatMissingData: 'breaching' | 'notBreaching';
}

export const alarms = propertiesOf('CloudWatch::Alarm') as unknown as readonly AlarmTerms[];

/** The name of the alarm in docs/operations.md. */
export function nameOf({ AlarmDescription }: AlarmTerms): string {
  return /"(\w+)"\.$/.exec(AlarmDescription)?.[1] ?? '';
}

export function metricsOf({ Metrics, ...alarm }: AlarmTerms): Metric[] {
  const terms = Metrics?.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : [])) ?? [alarm];
  return terms.map(({ Namespace, MetricName, Dimensions = [] }) => ({
    namespace: Namespace,
    name: MetricName,
    dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
  }));
}

/** Seconds of trouble after which the alarm goes off. */
export function secondsToAlarm({ Metrics = [], Period = 0, DatapointsToAlarm }: AlarmTerms): number {
  return Math.max(Period, ...Metrics.map(({ MetricStat }) => MetricStat?.Period ?? 0)) * DatapointsToAlarm;
}

/**
 * Whether the alarm is on after these values, one per period, the newest last; `undefined` is a missing value, and a metric
 * that is not given was never published. A metric is named alone, or with its operation or reason: `cancel-upgrade TryAgain`. By
 * CloudWatch's rules, SUM ignores missing values, other arithmetic on them has no value, and a period without a value
 * breaches if the alarm says so.
 */
export function isOn(alarm: AlarmTerms, values: Readonly<Record<string, readonly (number | undefined)[]>>): boolean {
  const periods = Math.max(...Object.values(values).map(({ length }) => length));
  const newest = Array.from({ length: periods }, (_, at) => valueAt(alarm, values, at)).slice(-alarm.EvaluationPeriods);
  const isMissingBad = alarm.TreatMissingData === 'breaching';
  const isBad = (value: number) => (Number.isNaN(value) ? isMissingBad : value >= alarm.Threshold);
  return newest.filter(isBad).length >= alarm.DatapointsToAlarm;
}

function valueAt(
  { Metrics = [] }: AlarmTerms,
  values: Readonly<Record<string, readonly (number | undefined)[]>>,
  at: number,
): number {
  const SUM = (terms: number[]) => terms.filter((term) => !Number.isNaN(term)).reduce((sum, term) => sum + term, 0);
  const MAX = (terms: number[]) => Math.max(...terms.filter((term) => !Number.isNaN(term)));
  const FILL = (term: number, instead: number) => (Number.isNaN(term) ? instead : term);
  const IF = (condition: boolean, met: number, otherwise: number) => (condition ? met : otherwise);
  const scope = { SUM, MAX, FILL, IF };
  const evaluate = (expression = ''): number => Number(runInNewContext(expression, scope));
  for (const { Id, MetricStat, Expression } of Metrics) {
    const get = () => (MetricStat ? (seriesOf(MetricStat.Metric, values)?.[at] ?? NaN) : evaluate(Expression));
    Object.defineProperty(scope, Id, { get });
  }
  return evaluate(Metrics.find(({ ReturnData }) => ReturnData !== false)?.Expression);
}

function seriesOf<Series>({ MetricName, Dimensions = [] }: MetricTerms, values: Readonly<Record<string, Series>>) {
  const of = Dimensions.find(({ Name }) => ['operation', 'reason'].includes(Name))?.Value ?? '';
  return values[`${of} ${MetricName}`] ?? values[MetricName];
}
