import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Measured } from '../functions/log/metrics.ts';
import type { EventPipe } from './event-pipe.ts';
import { ownMetric } from './metrics.ts';

const MINUTE = Duration.minutes(1);

/** A metric of a pipe, as EventBridge counts it. */
export function pipeMetric(pipeName: string, name: string, period = MINUTE): Metric {
  const dimensionsMap = { PipeName: pipeName };
  return new Metric({
    namespace: 'AWS/EventBridge/Pipes',
    metricName: name,
    dimensionsMap,
    statistic: Stats.SUM,
    period,
  });
}

/** Executions of a pipe that failed as a whole, or in part, or took too long. */
export function pipeFailures({ pipeName, node }: EventPipe, period = MINUTE): IMetric {
  const names = ['ExecutionFailed', 'ExecutionPartiallyFailed', 'ExecutionTimeout'];
  // The ids differ between pipes: a graph needs a unique one for each of its metrics.
  const metrics = names.map((name) => [`${node.id.toLowerCase()}${name}`, pipeMetric(pipeName, name, period)] as const);
  return new MathExpression({
    label: `Failed moves, ${node.id}`,
    expression: `SUM([${metrics.map(([id]) => id).join(', ')}])`,
    usingMetrics: Object.fromEntries(metrics),
    period,
  });
}

/** What makes a pipe move an event: an operation or a run, and the metric that counts it. */
export type Cause = readonly [of: Measured, name: string];

/** By requests, and by roll-outs. */
export const STARTS: readonly Cause[] = [
  ['start-upgrade', 'Started'],
  ['advance-rollouts', 'Started'],
];

/** How often these occurred in a period. SUM skips those that never did. */
function countOf(causes: readonly Cause[], namespace: string, period: Duration): MathExpression {
  const metrics = causes.map(
    ([of, name], at) => [`cause${String(at)}`, ownMetric(namespace, of, name, Stats.SUM, period)] as const,
  );
  return new MathExpression({
    expression: `SUM([${metrics.map(([id]) => id).join(', ')}])`,
    usingMetrics: Object.fromEntries(metrics),
    period,
  });
}

/**
 * Percentage of the upgrades started in six hours whose end was not reported in the same six hours; 0 while there are
 * too few to tell. Over so long a time, upgrades still under way hardly count.
 */
export function unfinishedShare(namespace: string, finishedPipe: string): IMetric {
  const period = Duration.hours(6);
  return new MathExpression({
    label: 'Started, but not finished (%)',
    expression: 'IF(started >= 20, 100 * SUM([started, ended]) / started, 0)',
    usingMetrics: {
      started: countOf(STARTS, namespace, period),
      ended: weighed(-1, pipeMetric(finishedPipe, 'EventCount', period)),
    },
    period,
  });
}

/** Percentage of the ends reported in an hour that are failures; 0 while there are too few to tell. */
export function failedShare(namespace: string): IMetric {
  const period = Duration.hours(1);
  const sumOf = (name: string) => ownMetric(namespace, 'reported-ends', name, Stats.SUM, period);
  return new MathExpression({
    label: 'Failed (%)',
    expression: 'IF(ended >= 20, 100 * failed / ended, 0)',
    usingMetrics: { failed: sumOf('Failed'), ended: sumOf('Ended') },
    period,
  });
}

/**
 * A count with a factor, as a term of a SUM. SUM skips missing data, even a metric that was never published; FILL needs at
 * least one value, so it would be silent on a pipe that has never moved anything.
 */
function weighed(factor: number, moved: Metric): MathExpression {
  return new MathExpression({ expression: `${String(factor)} * moved`, usingMetrics: { moved }, period: moved.period });
}

/** What should have made the pipe move an event in a period, or far below 0 if it moved even one. */
export function eventsBehind(
  namespace: string,
  causes: readonly Cause[],
  { pipeName }: EventPipe,
  period: Duration,
): IMetric {
  return new MathExpression({
    label: 'Written, but no event',
    expression: 'SUM([written, outweighing])',
    usingMetrics: {
      written: countOf(causes, namespace, period),
      outweighing: weighed(-1_000_000, pipeMetric(pipeName, 'EventCount', period)),
    },
    period,
  });
}
