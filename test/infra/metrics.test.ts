/** Alarms and dashboard use metrics that something emits: with the same name and exactly the same dimensions. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { DeviceResult } from '../../functions/domain/api-status.ts';
import { recordRefusal } from '../../functions/log/metrics.ts';
import { measureRun } from '../../functions/rollout/advance/measure.ts';
import { measure as measureRollouts } from '../../functions/rollout/measure.ts';
import { measureEnd } from '../../functions/upgrade-history/record.ts';
import { measure } from '../../functions/upgrade/measure.ts';
import type { Outcome } from '../../functions/upgrade/respond.ts';
import { alarms, metricsOf, type Metric } from '../support/alarms.ts';
import { captureOutput } from '../support/console.ts';
import { partsOf, propertiesOf } from '../support/templates.ts';

/** What AWS emits per resource, from its manuals: the type, the one dimension, whose value is the resource's name, and the names. */
const OF_AWS: Readonly<Record<string, readonly [type: string, dimension: string, names: readonly string[]]>> = {
  'AWS/ApiGateway': [
    'ApiGatewayV2::Api',
    'ApiId',
    ['4xx', '5xx', 'Count', 'DataProcessed', 'IntegrationLatency', 'Latency'],
  ],
  'AWS/Lambda': [
    'Lambda::Function',
    'FunctionName',
    ['ConcurrentExecutions', 'Duration', 'Errors', 'Invocations', 'Throttles'],
  ],
  'AWS/DynamoDB': [
    'DynamoDB::Table',
    'TableName',
    ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits', 'ReadThrottleEvents', 'WriteThrottleEvents'],
  ],
  'AWS/EventBridge/Pipes': [
    'Pipes::Pipe',
    'PipeName',
    ['EventCount', 'ExecutionFailed', 'ExecutionPartiallyFailed', 'ExecutionThrottled', 'ExecutionTimeout'],
  ],
  'AWS/SQS': ['SQS::Queue', 'QueueName', ['ApproximateAgeOfOldestMessage', 'ApproximateNumberOfMessagesVisible']],
};

const { metrics: lines } = captureOutput();

/** What the functions emit, as `name {dimensions}`. */
let own: string[] = [];

beforeEach(() => {
  const ofDevices = ['DEVICE_BUSY', 'DEVICE_LOST', 'NOT_EXIST', 'DEVICE_TYPE_ERROR', 'CONSTRAINT_VIOLATION'];
  const outcome: Outcome = {
    results: new Map(['SUCCESS', 'REPEAT', 'TRY_AGAIN', ...ofDevices].map((one) => [one, one as DeviceResult])),
    metrics: { LeasesExpired: [1, 'Count'], ReadLatency: [1, 'Milliseconds'], ClaimLatency: [1, 'Milliseconds'] },
  };
  measure('start-upgrade', 'Started', outcome, 'StreamFleet');
  const cancelled = new Map(['SUCCESS' as const, 'TRY_AGAIN' as const].map((one) => [one, one]));
  measure('cancel-upgrade', 'Cancelled', { results: cancelled }, 'StreamFleet');
  measureRun('StreamFleet', { seen: [], started: 0, leasesExpired: 0 }, new Date());
  for (const operation of ['create-rollout', 'pause-rollout', 'resume-rollout', 'cancel-rollout'] as const) {
    measureRollouts(operation, { entries: [{ rolloutId: 'spring', result: 'SUCCESS' }] }, 'StreamFleet');
  }
  for (const reason of ['TRY_AGAIN', 'UNKNOWN_ERROR', 'NOT_LOGGED_IN', 'NOT_PERMITTED'] as const) {
    for (const operation of ['start-upgrade', 'getStreamServersList', 'rollout-status'] as const) {
      recordRefusal('StreamFleet', operation, reason);
    }
  }
  measureEnd({ state: 'failed' }, 'StreamFleet');
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
  const [type = '', expected, names] = OF_AWS[namespace] ?? [];
  const [[dimension, value] = ['', ''], ...more] = Object.entries(dimensions);
  const isOfResource = Object.keys(partsOf(type)).some((id) => value === `<${id}>` || value === `<${id}.QueueName>`);
  return more.length === 0 && dimension === expected && isOfResource && names?.includes(name) === true;
}

/** Metrics and expressions of the dashboard's graphs. */
function dashboardOf(): { metrics: Metric[]; expressions: string[] } {
  const [dashboard] = propertiesOf('CloudWatch::Dashboard');
  const { widgets } = JSON.parse(String(dashboard?.['DashboardBody'])) as {
    widgets: { properties: { metrics?: (string | { expression?: string })[][] } }[];
  };
  const rows = widgets.flatMap(({ properties }) => properties.metrics ?? []);
  const metrics = rows.flatMap((row) => {
    const [namespace, name, ...rest] = row.filter((cell) => typeof cell === 'string');
    if (namespace === undefined || name === undefined) return [];
    const pairs = rest.flatMap((dimension, at) => (at % 2 === 0 ? [[dimension, rest[at + 1] ?? ''] as const] : []));
    return [{ namespace, name, dimensions: Object.fromEntries(pairs) }];
  });
  const options = rows.flat().filter((cell) => typeof cell === 'object');
  return { metrics, expressions: options.flatMap(({ expression = [] }) => expression) };
}

describe('Something emits each metric', () => {
  test('that an alarm looks at', () => {
    const looked = alarms.flatMap(metricsOf);
    expect(looked.length).toBeGreaterThan(15);
    expect(looked.filter((metric) => !isEmitted(metric))).toEqual([]);
  });

  test('that the dashboard shows: throttles apart from errors, and those of tables too', () => {
    const { metrics, expressions } = dashboardOf();
    expect(expressions.filter((expression) => expression.includes('throttles'))).toEqual([]);
    for (const name of ['ReadThrottleEvents', 'WriteThrottleEvents'])
      expect(metrics.filter((metric) => metric.name === name)).toHaveLength(6);
    expect(metrics.length).toBeGreaterThan(40);
    expect(metrics.filter((metric) => !isEmitted(metric))).toEqual([]);
  });

  test('that the dashboard searches for, by a namespace in quotes: a name of a stage may have hyphens', () => {
    const searches = dashboardOf().expressions.filter((expression) => expression.startsWith('SEARCH'));
    expect(searches).toEqual([`SEARCH('{"StreamFleet/prod",operation,reason} MetricName="Refused"', 'Sum', 60)`]);
    expect(own).toContain('Refused {"operation":"start-upgrade","reason":"TRY_AGAIN"}');
  });

  test('in the namespace that the functions are told', () => {
    const told = propertiesOf('Lambda::Function').map(({ Environment }) => JSON.stringify(Environment));
    for (const environment of told) expect(environment).toContain('"StreamFleet/prod"');
  });
});

test.each([
  ['nobody emits', 'AWS/SQS', 'Messages', { QueueName: '<Queue>' }],
  ['is of another operation', 'StreamFleet/prod', 'Started', { operation: 'upgrade' }],
  ['is of another stage', 'StreamFleet/dev', 'Started', { operation: 'start-upgrade' }],
])('A metric that %s is found out', (_what, namespace, name, dimensions) => {
  expect(isEmitted({ namespace, name, dimensions })).toBe(false);
});
