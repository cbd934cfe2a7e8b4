import { expect, test } from '@jest/globals';
import { recordMetrics, recordRefusal } from '../../../../functions/log/metrics.ts';
import { captureOutput } from '../../../support/console.ts';

const { logged, metrics } = captureOutput();

test('Metrics are one line in the embedded metric format, past the console', () => {
  const before = Date.now();
  recordMetrics('StreamFleet/dev', 'start-upgrade', { BatchSize: [3, 'Count'], ReadLatency: [12.5, 'Milliseconds'] });
  expect(logged).toEqual([]);
  expect(metrics).toEqual([
    {
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: 'StreamFleet/dev',
            Dimensions: [['operation']],
            Metrics: [
              { Name: 'BatchSize', Unit: 'Count' },
              { Name: 'ReadLatency', Unit: 'Milliseconds' },
            ],
          },
        ],
      },
      operation: 'start-upgrade',
      BatchSize: 3,
      ReadLatency: 12.5,
    },
  ]);
  const [{ _aws } = { _aws: { Timestamp: 0 } }] = metrics as { _aws: { Timestamp: number } }[];
  expect(_aws.Timestamp).toBeGreaterThanOrEqual(before);
});

test('A refusal is counted by operation and reason, and by reason', () => {
  recordRefusal('StreamFleet/dev', 'getStreamServersList', 'NOT_EXIST');
  expect(metrics).toEqual([
    {
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: 'StreamFleet/dev',
            Dimensions: [['operation', 'reason'], ['reason']],
            Metrics: [{ Name: 'Refused', Unit: 'Count' }],
          },
        ],
      },
      operation: 'getStreamServersList',
      reason: 'NOT_EXIST',
      Refused: 1,
    },
  ]);
});
