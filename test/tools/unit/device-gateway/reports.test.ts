import { expect, test } from '@jest/globals';
import { marshall } from '@aws-sdk/util-dynamodb';
import { endCall, progressCall } from '../../../../tools/device-gateway/calls.ts';
import type { End } from '../../../../tools/device-gateway/reports.ts';
import { documentedCalls } from '../../../support/documented-calls.ts';
import { NOW, NOW_SECONDS } from '../../../support/fakes.ts';

/** From now on, in epoch seconds. */
const SIX_DAYS = Math.floor(Date.now() / 1000) + 6 * 86_400;
const upgrade = { sn: 'SN1', upgradeId: 'id' };
const progress = (percent: number, leaseEndsAt = NOW_SECONDS) =>
  progressCall('table', upgrade, { percent, leaseEndsAt });
const lease = (leaseEndsAt: number) => progress(1, leaseEndsAt);
const end = (report: object) => endCall('table', upgrade, report as End);
const failed = (reason?: string) => end({ state: 'failed', reason });

test('A report is sent with any whole percentage, a lease in seconds and a reason that is not too long', () => {
  const calls = [...[0, 1, 99, 100].map((percent) => progress(percent)), lease(1_000_000_000), lease(SIX_DAYS)];
  for (const call of [...calls, failed('x'.repeat(256))]) expect(call).toHaveProperty('Key.sn', 'SN1');
});

test.each([
  ...[-1, 101, 0.5, NaN, Infinity].map(
    (percent) => [`at ${String(percent)} percent`, () => progress(percent)] as const,
  ),
  ...[NOW.getTime(), NOW_SECONDS + 0.5, 999_999_999, 0, -NOW_SECONDS, SIX_DAYS + 3_600, NaN].map(
    (leaseEndsAt) => [`with the lease ${String(leaseEndsAt)}`, () => lease(leaseEndsAt)] as const,
  ),
  ['of a failure with an empty reason', () => failed('')],
  ['of a failure with a reason too long', () => failed('x'.repeat(257))],
  ['of a failure without a reason', () => failed()],
  ['of an end that is none', () => end({ state: 'running' })],
])('A report is not even sent %s', (_how, report) => {
  expect(report).toThrow();
});

test('The data contract shows the very calls that are sent', () => {
  const known = { sn: 'A302190930002', upgradeId: '01a21ce0-6e00-7000-8000-000000000001' };
  const wire = ({ Key, ExpressionAttributeValues: values, ...call }: ReturnType<typeof endCall>) => {
    return { ...call, Key: marshall({ ...Key }), ExpressionAttributeValues: marshall({ ...values }) };
  };
  expect(documentedCalls()).toEqual({
    Progress: wire(progressCall('Upgrades', known, { percent: 40, leaseEndsAt: 1_795_784_400 })),
    Success: wire(endCall('Upgrades', known, { state: 'succeeded' })),
    Failure: wire(endCall('Upgrades', known, { state: 'failed', reason: 'checksum mismatch' })),
  });
});
