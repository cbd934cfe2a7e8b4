import { expect, test } from '@jest/globals';
import { recordMetrics, recordRefusal } from '../../../../functions/log/metrics.ts';
import { captureOutput } from '../../../support/console.ts';

const { logged, metrics } = captureOutput();

/** A line of the format, with these dimensions and metrics. */
const line = (Dimensions: string[][], Metrics: object[], values: object) => ({
  _aws: { Timestamp: expect.any(Number), CloudWatchMetrics: [{ Namespace: 'StreamFleet/dev', Dimensions, Metrics }] },
  ...values,
});

test('Metrics are one line in the embedded metric format, past the console', () => {
  const before = Date.now();
  recordMetrics('StreamFleet/dev', 'start-upgrade', { BatchSize: [3, 'Count'], ReadLatency: [12.5, 'Milliseconds'] });
  const named = [
    { Name: 'BatchSize', Unit: 'Count' },
    { Name: 'ReadLatency', Unit: 'Milliseconds' },
  ];
  const values = { operation: 'start-upgrade', BatchSize: 3, ReadLatency: 12.5 };
  expect([logged, metrics]).toEqual([[], [line([['operation']], named, values)]]);
  const [{ _aws } = { _aws: { Timestamp: 0 } }] = metrics as { _aws: { Timestamp: number } }[];
  expect(_aws.Timestamp).toBeGreaterThanOrEqual(before);
});

test('A refusal is counted by operation and reason, and by reason', () => {
  recordRefusal('StreamFleet/dev', 'getStreamServersList', 'NOT_EXIST');
  const values = { operation: 'getStreamServersList', reason: 'NOT_EXIST', Refused: 1 };
  const refused = [{ Name: 'Refused', Unit: 'Count' }];
  expect(metrics).toEqual([line([['operation', 'reason'], ['reason']], refused, values)]);
});
