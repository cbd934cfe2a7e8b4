import { expect, test } from '@jest/globals';
import { measure } from '../../functions/upgrade/start/measure.ts';
import { captureOutput } from '../support/console.ts';
import { resources, templateOf } from '../support/templates.ts';

const { metrics } = captureOutput();

/** Names of the stage's own metrics that a part of the template looks at. */
function watched(type: string): string[] {
  const text = JSON.stringify(Object.values(resources(templateOf('prod'), type))).replaceAll('\\', '');
  const inDashboard = [...text.matchAll(/\["StreamFleet\/prod","(\w+)"/g)];
  const inAlarms = [...text.matchAll(/"MetricName":"(\w+)","Namespace":"StreamFleet\/prod"/g)];
  return [...new Set([...inDashboard, ...inAlarms].map(([, name = '']) => name))];
}

test('Dashboard and alarms look at metrics that start-upgrade records, by the names that it gives them', () => {
  const results = [
    'SUCCESS',
    'REPEAT',
    'TRY_AGAIN',
    'DEVICE_BUSY',
    'DEVICE_LOST',
    'NOT_EXIST',
    'DEVICE_TYPE_ERROR',
  ] as const;
  measure(
    {
      results: new Map(results.map((result) => [result, result])),
      leasesExpired: 1,
      readMs: 1,
      claimMs: 1,
    },
    'StreamFleet/prod',
  );
  const recorded = Object.keys(metrics[0] as object);
  expect(watched('AWS::CloudWatch::Dashboard')).toHaveLength(10);
  expect(watched('AWS::CloudWatch::Alarm').sort()).toEqual(['LeasesExpired', 'Started']);
  expect(recorded).toEqual(expect.arrayContaining(watched('AWS::CloudWatch::Dashboard')));
  expect(recorded).toEqual(expect.arrayContaining(watched('AWS::CloudWatch::Alarm')));
});
