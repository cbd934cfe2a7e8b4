import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { RefusalName } from '../functions/domain/api-status.ts';
import type { Measured } from '../functions/log/metrics.ts';
import type { EventPipe } from './event-pipe.ts';
import type { OperationFunction } from './operation-function.ts';
import type { Tables } from './tables.ts';

const MINUTE = Duration.minutes(1);

/** A metric that the functions record themselves, per minute unless said otherwise. */
export function ownMetric(namespace: string, operation: Measured, name: string, statistic: string, period = MINUTE) {
  return new Metric({ namespace, metricName: name, dimensionsMap: { operation }, statistic, period });
}

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

/** Invocations of a function in five minutes that failed, or found no room. */
export function failedInvocations({ function: lambda }: OperationFunction): IMetric {
  const period = Duration.minutes(5);
  return new MathExpression({
    label: 'Failed invocations',
    expression: 'SUM([errors, throttles])',
    usingMetrics: { errors: lambda.metricErrors({ period }), throttles: lambda.metricThrottles({ period }) },
    period,
  });
}

/** Percentage of requests answered with a 5xx in five minutes; 0 while there are too few to tell. */
export function serverErrorRatio(api: HttpApi): IMetric {
  const period = Duration.minutes(5);
  return new MathExpression({
    label: '5xx (%)',
    expression: 'IF(requests >= 20, 100 * FILL(errors, 0) / requests, 0)',
    usingMetrics: { requests: api.metricCount({ period }), errors: api.metricServerError({ period }) },
    period,
  });
}

/** Percentage of requests answered with a 4xx in five minutes, throttled ones included; 0 while there are too few to tell. */
export function clientErrorRatio(api: HttpApi): IMetric {
  const period = Duration.minutes(5);
  return new MathExpression({
    label: '4xx (%)',
    expression: 'IF(requests >= 100, 100 * FILL(errors, 0) / requests, 0)',
    usingMetrics: { requests: api.metricCount({ period }), errors: api.metricClientError({ period }) },
    period,
  });
}

/** Requests in five minutes that were refused for lack of a session or of rights. */
export function deniedRequests(namespace: string): IMetric {
  const period = Duration.minutes(5);
  const refused = (reason: RefusalName) =>
    new Metric({ namespace, metricName: 'Refused', dimensionsMap: { reason }, statistic: Stats.SUM, period });
  return new MathExpression({
    label: 'Denied',
    expression: 'SUM([unknown, powerless])',
    usingMetrics: { unknown: refused('NOT_LOGGED_IN'), powerless: refused('NOT_PERMITTED') },
    period,
  });
}

/** Units that requests read from all tables in a minute. */
export function readUnits({ sessions, devices, firmwares, upgrades, upgradeHistory, rollouts }: Tables): IMetric {
  const usingMetrics = Object.fromEntries(
    Object.entries({ sessions, devices, firmwares, upgrades, upgradeHistory, rollouts }).map(([id, table]) => [
      id,
      table.metricConsumedReadCapacityUnits({ period: MINUTE, statistic: Stats.SUM }),
    ]),
  );
  const expression = `SUM([${Object.keys(usingMetrics).join(', ')}])`;
  return new MathExpression({ label: 'Units read', expression, usingMetrics, period: MINUTE });
}

/** Milliseconds within which 99 of 100 requests are answered, in a minute. */
export function latencyP99(api: HttpApi): Metric {
  return api.metricLatency({ statistic: Stats.percentile(99), period: MINUTE });
}

/**
 * Percentage of the devices of a minute that were told to try again when they were to be started or cancelled; 0 while
 * they are fewer than `least`. Both writes have the same table and rights, and SUM skips the one that nobody asks for.
 */
export function tryAgainShare(namespace: string, least: number): IMetric {
  const sumOf = (id: string, name: string) =>
    new MathExpression({
      expression: `SUM([start${id}, cancel${id}])`,
      usingMetrics: {
        [`start${id}`]: ownMetric(namespace, 'start-upgrade', name, Stats.SUM),
        [`cancel${id}`]: ownMetric(namespace, 'cancel-upgrade', name, Stats.SUM),
      },
      period: MINUTE,
    });
  return new MathExpression({
    label: 'Told to try again (%)',
    expression: `IF(refused >= ${String(least)}, 100 * refused / devices, 0)`,
    usingMetrics: { refused: sumOf('Refused', 'TryAgain'), devices: sumOf('Devices', 'BatchSize') },
    period: MINUTE,
  });
}

/** Upgrades started in a period, by requests and by roll-outs. SUM skips those that nobody starts by. */
function started(namespace: string, period: Duration): MathExpression {
  return new MathExpression({
    expression: 'SUM([byRequests, byRollouts])',
    usingMetrics: {
      byRequests: ownMetric(namespace, 'start-upgrade', 'Started', Stats.SUM, period),
      byRollouts: ownMetric(namespace, 'advance-rollouts', 'Started', Stats.SUM, period),
    },
    period,
  });
}

/** 1 in a minute without a run over the roll-outs that ended well, else 0. */
export function withoutRun(namespace: string): IMetric {
  return new MathExpression({
    label: 'Without a run that ended well',
    expression: 'IF(well >= 1, 0, 1)',
    usingMetrics: { well: ownMetric(namespace, 'advance-rollouts', 'RunsWell', Stats.SUM) },
    period: MINUTE,
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
      started: started(namespace, period),
      ended: weighed(-1, pipeMetric(finishedPipe, 'EventCount', period)),
    },
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

/** Upgrades started in five minutes, or far below 0 if the pipe moved even one event. */
export function eventsBehind(namespace: string, requestedPipe: string): IMetric {
  const period = Duration.minutes(5);
  return new MathExpression({
    label: 'Started, but no event',
    expression: 'SUM([started, outweighing])',
    usingMetrics: {
      started: started(namespace, period),
      outweighing: weighed(-1_000_000, pipeMetric(requestedPipe, 'EventCount', period)),
    },
    period,
  });
}
