import {
  Dashboard,
  GraphWidget,
  MathExpression,
  Stats,
  TextWidget,
  type IMetric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { START_METRICS } from '../functions/upgrade/measure.ts';
import { pipeFailures, pipeMetric } from './event-metrics.ts';
import { latencyP99, ownMetric, serverErrorRatio } from './metrics.ts';
import type { Observed } from './observed.ts';
import type { OperationFunction } from './operation-function.ts';

/** One page on the health of a stage, from callers at the top to devices at the bottom. */
export class FleetDashboard extends Construct {
  readonly name: string;

  constructor(scope: Construct, id: string, observed: Observed) {
    super(scope, id);
    const dashboard = new Dashboard(this, 'Dashboard', {
      widgets: [
        [new TextWidget({ markdown: 'Runbooks: `docs/operations.md`', width: 24, height: 1 })],
        requests(observed),
        functions(observed),
        devices(observed),
        storage(observed),
        rollouts(observed),
        events(observed),
      ],
    });
    this.name = dashboard.dashboardName;
  }
}

function requests({ api, namespace }: Observed): IWidget[] {
  const refused = new MathExpression({
    label: '',
    expression: `SEARCH('{"${namespace}",operation,reason} MetricName="Refused"', 'Sum', 60)`,
    usingMetrics: {},
  });
  return [
    graph('Requests', [api.metricCount(), api.metricClientError(), api.metricServerError()]),
    graph('5xx (%), p99 (ms)', [serverErrorRatio(api)], [latencyP99(api)]),
    graph('Refused by reason', [refused]),
  ];
}

function functions({ functions: operations }: Observed): IWidget[] {
  const each = (metric: (operation: OperationFunction) => IMetric[]) => operations.flatMap(metric);
  return [
    graph(
      'Duration p50 and p99',
      each(({ function: lambda }) =>
        [50, 99].map((rank) => lambda.metricDuration({ statistic: Stats.percentile(rank) })),
      ),
    ),
    graph('Errors and throttles', each(failuresOf)),
    graph(
      'Concurrency',
      each(({ function: lambda }) => [lambda.metric('ConcurrentExecutions', { statistic: Stats.MAXIMUM })]),
    ),
  ];
}

/** Two lines: a function that fails needs another remedy than one for which there is no room. */
function failuresOf({ function: lambda }: OperationFunction): IMetric[] {
  return [lambda.metricErrors(), lambda.metricThrottles()];
}

function devices({ namespace }: Observed): IWidget[] {
  const own = (name: string, statistic: string) => ownMetric(namespace, 'start-upgrade', name, statistic);
  const latencies = ['ReadLatency', 'ClaimLatency'];
  return [
    graph('Devices by result', [
      ...[...START_METRICS, 'LeasesExpired'].map((name) => own(name, Stats.SUM)),
      ownMetric(namespace, 'cancel-upgrade', 'Cancelled', Stats.SUM),
      ...['Ended', 'Failed'].map((name) => ownMetric(namespace, 'reported-ends', name, Stats.SUM)),
    ]),
    graph(
      'Reading and claiming, p50 and p99 (ms)',
      latencies.flatMap((name) => [50, 99].map((rank) => own(name, Stats.percentile(rank)))),
    ),
  ];
}

function storage({ tables }: Observed): IWidget[] {
  const { sessions, devices: known, firmwares, upgrades, upgradeHistory, rollouts: heads } = tables;
  const all = [sessions, known, firmwares, upgrades, upgradeHistory, heads];
  return [
    graph(
      'Capacity used',
      all.map((table) => table.metricConsumedReadCapacityUnits()),
      [upgrades, upgradeHistory, heads].map((table) => table.metricConsumedWriteCapacityUnits()),
    ),
    graph(
      'Reads and writes that tables throttled',
      ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) =>
        all.map((table) => table.metric(name, { statistic: Stats.SUM })),
      ),
    ),
  ];
}

function rollouts({ namespace, rollouts: { advance } }: Observed): IWidget[] {
  const own = (name: string, statistic: string) => ownMetric(namespace, 'advance-rollouts', name, statistic);
  return [
    graph('Roll-outs', [own('Active', Stats.MAXIMUM), own('Stopped', Stats.MAXIMUM)]),
    graph('Started by roll-outs; runs that ended well', [own('Started', Stats.SUM)], [own('RunsWell', Stats.SUM)]),
    graph('Duration and failures of runs', [
      advance.function.metricDuration({ statistic: Stats.MAXIMUM }),
      ...failuresOf(advance),
    ]),
  ];
}

function events({ events: { pipes, deadLetters }, history }: Observed): IWidget[] {
  return [
    graph(
      'Events',
      pipes.map(({ pipeName }) => pipeMetric(pipeName, 'EventCount')),
    ),
    graph('Failed moves, and failures of the history', [
      ...pipes.map((pipe) => pipeFailures(pipe)),
      ...failuresOf(history.recorder),
    ]),
    graph(
      'Dead letters',
      [deadLetters, history.deadLetters].map((queue) => queue.metricApproximateNumberOfMessagesVisible()),
    ),
  ];
}

function graph(title: string, left: IMetric[], right: IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left, right, width: 8, height: 6 });
}
