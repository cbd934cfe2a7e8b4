/** Alarms and dashboard use metrics that something emits: with the same name and exactly the same dimensions. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { recordRefusal } from '../../functions/log/metrics.ts';
import { measure } from '../../functions/upgrade/measure.ts';
import type { Outcome } from '../../functions/upgrade/respond.ts';
import { alarmsOf, metricsOf, type Metric } from '../support/alarms.ts';
import { captureOutput } from '../support/console.ts';
import { resources, templateOf, withoutTokens } from '../support/templates.ts';

/** What AWS emits per resource, from its manuals: the names, and the one dimension, whose value is the resource's name. */
const OF_AWS: Readonly<Record<string, { names: readonly string[]; dimension: string; type: string }>> = {
  'AWS/ApiGateway': {
    names: ['4xx', '5xx', 'Count', 'DataProcessed', 'IntegrationLatency', 'Latency'],
    dimension: 'ApiId',
    type: 'AWS::ApiGatewayV2::Api',
  },
  'AWS/Lambda': {
    names: ['ConcurrentExecutions', 'Duration', 'Errors', 'Invocations', 'Throttles'],
    dimension: 'FunctionName',
    type: 'AWS::Lambda::Function',
  },
  'AWS/DynamoDB': {
    names: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits', 'ReadThrottleEvents', 'WriteThrottleEvents'],
    dimension: 'TableName',
    type: 'AWS::DynamoDB::Table',
  },
  'AWS/EventBridge/Pipes': {
    names: ['EventCount', 'ExecutionFailed', 'ExecutionPartiallyFailed', 'ExecutionThrottled', 'ExecutionTimeout'],
    dimension: 'PipeName',
    type: 'AWS::Pipes::Pipe',
  },
  'AWS/SQS': {
    names: ['ApproximateAgeOfOldestMessage', 'ApproximateNumberOfMessagesVisible'],
    dimension: 'QueueName',
    type: 'AWS::SQS::Queue',
  },
};

const prod = templateOf('prod');

const { metrics: lines } = captureOutput();

/** What the functions emit, as `name {dimensions}`. */
let own: string[] = [];

beforeEach(() => {
  const results = [
    'SUCCESS',
    'REPEAT',
    'TRY_AGAIN',
    'DEVICE_BUSY',
    'DEVICE_LOST',
    'NOT_EXIST',
    'DEVICE_TYPE_ERROR',
  ] as const;
  const outcome: Outcome = {
    results: new Map(results.map((one) => [one, one])),
    metrics: { LeasesExpired: [1, 'Count'], ReadLatency: [1, 'Milliseconds'], ClaimLatency: [1, 'Milliseconds'] },
  };
  measure('start-upgrade', 'Started', outcome, 'StreamFleet');
  measure('cancel-upgrade', 'Cancelled', { results: new Map([['SN1', 'SUCCESS']]) }, 'StreamFleet');
  for (const reason of ['TRY_AGAIN', 'NOT_LOGGED_IN', 'NOT_PERMITTED'] as const) {
    recordRefusal('StreamFleet', 'start-upgrade', reason);
  }
  own = lines.flatMap((line) => {
    const { _aws, ...values } = line as {
      _aws: { CloudWatchMetrics: { Dimensions: string[][]; Metrics: { Name: string }[] }[] };
    } & Record<string, string>;
    return _aws.CloudWatchMetrics.flatMap(({ Dimensions, Metrics }) =>
      Dimensions.flatMap((names) => {
        const dimensions = Object.fromEntries(names.map((name) => [name, values[name]]));
        return Metrics.map(({ Name }) => `${Name} ${JSON.stringify(dimensions)}`);
      }),
    );
  });
});

function isEmitted({ namespace, name, dimensions }: Metric): boolean {
  if (namespace === 'StreamFleet/prod') return own.includes(`${name} ${JSON.stringify(dimensions)}`);
  const source = OF_AWS[namespace];
  const values = Object.keys(resources(prod, source?.type ?? '')).map((id) => `<${id}>`);
  const [[dimension, value] = ['', ''], ...more] = Object.entries(dimensions);
  const isOfResource = more.length === 0 && dimension === source?.dimension && values.includes(value);
  return isOfResource && source.names.includes(name);
}

/** Metrics and expressions of the dashboard's graphs. */
function dashboardOf(): { metrics: Metric[]; expressions: string[] } {
  const [dashboard] = Object.values(resources(prod, 'AWS::CloudWatch::Dashboard'));
  const { widgets } = JSON.parse(String(withoutTokens(dashboard?.Properties['DashboardBody']))) as {
    widgets: { properties: { metrics?: [string, ...string[]][] } }[];
  };
  const rows = widgets.flatMap(({ properties }) => properties.metrics ?? []) as unknown[][];
  const metrics = rows.flatMap((row) => {
    const [namespace, name, ...rest] = row.filter((cell) => typeof cell === 'string');
    if (namespace === undefined || name === undefined) return [];
    const pairs = rest.flatMap((dimension, at) => (at % 2 === 0 ? [[dimension, rest[at + 1] ?? ''] as const] : []));
    return [{ namespace, name, dimensions: Object.fromEntries(pairs) }];
  });
  const options = rows.map((row) => row.at(-1) as { expression?: string });
  return { metrics, expressions: options.flatMap(({ expression = '' }) => (expression === '' ? [] : [expression])) };
}

describe('Something emits each metric', () => {
  test('that an alarm looks at', () => {
    const looked = alarmsOf('prod').flatMap((alarm) => metricsOf(alarm));
    expect(looked.length).toBeGreaterThan(15);
    expect(looked.filter((metric) => !isEmitted(metric))).toEqual([]);
  });

  test('that the dashboard shows', () => {
    const { metrics } = dashboardOf();
    expect(metrics.length).toBeGreaterThan(40);
    expect(metrics.filter((metric) => !isEmitted(metric))).toEqual([]);
  });

  test('that the dashboard searches for, by a namespace in quotes: a name of a stage may have hyphens', () => {
    const searches = dashboardOf().expressions.filter((expression) => expression.startsWith('SEARCH'));
    expect(searches).toEqual([`SEARCH('{"StreamFleet/prod",operation,reason} MetricName="Refused"', 'Sum', 60)`]);
    expect(own).toContain('Refused {"operation":"start-upgrade","reason":"TRY_AGAIN"}');
  });

  test('in the namespace that the functions are told', () => {
    const functions = Object.values(resources(prod, 'AWS::Lambda::Function'));
    const told = functions.map(({ Properties }) => JSON.stringify(Properties['Environment']));
    for (const environment of told) expect(environment).toContain('"StreamFleet/prod"');
  });
});

test.each<[string, Metric]>([
  ['nobody emits', { namespace: 'AWS/SQS', name: 'Messages', dimensions: { QueueName: '<Queue>' } }],
  ['is of another operation', { namespace: 'StreamFleet/prod', name: 'Started', dimensions: { operation: 'upgrade' } }],
  [
    'is of another stage',
    { namespace: 'StreamFleet/dev', name: 'Started', dimensions: { operation: 'start-upgrade' } },
  ],
])('A metric that %s is found out', (_what, metric) => {
  expect(isEmitted(metric)).toBe(false);
});
