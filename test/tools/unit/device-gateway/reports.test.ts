import { describe, expect, test } from '@jest/globals';
import { endCall, progressCall } from '../../../../tools/device-gateway/calls.ts';
import type { End } from '../../../../tools/device-gateway/reports.ts';
import { NOW, NOW_SECONDS } from '../../../support/fakes.ts';

const upgrade = { sn: 'SN1', upgradeId: 'id' };

describe('A report is sent', () => {
  test.each([0, 1, 99, 100])('at %p percent', (percent) => {
    expect(progressCall('table', upgrade, { percent, leaseEndsAt: NOW_SECONDS })).toHaveProperty('Key.sn', 'SN1');
  });

  test.each([1_000_000_000, 9_999_999_999])('with the lease %p', (leaseEndsAt) => {
    expect(progressCall('table', upgrade, { percent: 1, leaseEndsAt })).toHaveProperty('Key.sn', 'SN1');
  });

  test('with a reason as long as it may be', () => {
    const end: End = { state: 'failed', reason: 'x'.repeat(256) };
    expect(endCall('table', upgrade, end)).toHaveProperty('Key.sn', 'SN1');
  });
});

describe('A report is not even sent', () => {
  test.each([-1, 101, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('at %p percent', (percent) => {
    expect(() => progressCall('table', upgrade, { percent, leaseEndsAt: NOW_SECONDS })).toThrow();
  });

  test.each([NOW.getTime(), NOW_SECONDS + 0.5, 999_999_999, 0, -NOW_SECONDS, 10_000_000_000, Number.NaN])(
    'with the lease %p',
    (leaseEndsAt) => {
      expect(() => progressCall('table', upgrade, { percent: 1, leaseEndsAt })).toThrow();
    },
  );

  test.each([
    { state: 'failed', reason: '' },
    { state: 'failed', reason: 'x'.repeat(257) },
    { state: 'failed' },
    { state: 'running' },
  ])('of the end %j', (end) => {
    expect(() => endCall('table', upgrade, end as End)).toThrow();
  });
});
