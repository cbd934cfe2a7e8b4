import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { RefusalName } from '../functions/domain/api-status.ts';
import type { Measured } from '../functions/log/metrics.ts';
import type { HttpFunction } from './http-function.ts';
import type { OperationFunction } from './operation-function.ts';
import type { Tables } from './tables.ts';

const MINUTE = Duration.minutes(1);

/** A metric that the functions record themselves, per minute unless said otherwise. */
export function ownMetric(namespace: string, operation: Measured, name: string, statistic: string, period = MINUTE) {
  return new Metric({ namespace, metricName: name, dimensionsMap: { operation }, statistic, period });
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

/** Percentage of requests answered with a 5xx in a period; 0 while they are fewer than `least`. */
export function serverErrorRatio(api: HttpApi, least = 20, period = Duration.minutes(5)): IMetric {
  return new MathExpression({
    label: '5xx (%)',
    expression: `IF(requests >= ${String(least)}, 100 * FILL(errors, 0) / requests, 0)`,
    usingMetrics: { requests: api.metricCount({ period }), errors: api.metricServerError({ period }) },
    period,
  });
}

/**
 * Percentage of a function's requests that it answered with a 500 or 503 of its own in a period; 0 while they are fewer than
 * `least`. SUM skips the reason that never was. An answer may be counted in a later period than its request: MAX has a
 * value then, too.
 */
export function refusedShare(
  { function: lambda, serves }: HttpFunction,
  namespace: string,
  least: number,
  period = MINUTE,
): IMetric {
  const refused = (reason: RefusalName) =>
    new Metric({
      namespace,
      metricName: 'Refused',
      dimensionsMap: { function: serves, reason },
      statistic: Stats.SUM,
      period,
    });
  const sum = 'SUM([unavailable, unforeseen])';
  return new MathExpression({
    label: 'Answered with 500 or 503 (%)',
    expression: `IF(${sum} >= ${String(least)}, 100 * ${sum} / MAX([requests, unavailable, unforeseen]), 0)`,
    usingMetrics: {
      unavailable: refused('TRY_AGAIN'),
      unforeseen: refused('UNKNOWN_ERROR'),
      requests: lambda.metricInvocations({ period }),
    },
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

/** Milliseconds within which 99 of 100 invocations end, cold starts not included, in a minute. */
export function durationP99(lambda: OperationFunction['function']): Metric {
  return lambda.metricDuration({ statistic: Stats.percentile(99), period: MINUTE });
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

/** 1 in a minute without a run over the roll-outs that ended well, else 0. */
export function withoutRun(namespace: string): IMetric {
  return new MathExpression({
    label: 'Without a run that ended well',
    expression: 'IF(well >= 1, 0, 1)',
    usingMetrics: { well: ownMetric(namespace, 'advance-rollouts', 'RunsWell', Stats.SUM) },
    period: MINUTE,
  });
}
