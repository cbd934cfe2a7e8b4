import { expect, test } from '@jest/globals';
import { viewOf } from '../../../../../tools/operate/fleet/upgrade/records.ts';

const NOW = 1_800_000_000;
const ago = (minutes: number) => new Date(NOW * 1_000 - minutes * 60_000).toISOString();

test.each([
  ['stuck', 'timed-out', { state: 'requested', leaseEndsAt: NOW - 5 }],
  ['stuck', 'timed-out', { state: 'running', leaseEndsAt: undefined }],
  ['stuck', 'timed-out', { state: 'running', leaseEndsAt: NOW * 1_000 }],
  ['stuck', 'requested', { state: 'requested', requestedAt: ago(11) }],
  ['fine', 'requested', { state: 'requested', requestedAt: ago(9) }],
  ['fine', 'running', { state: 'running', requestedAt: ago(11) }],
  ['fine', 'succeeded', { state: 'succeeded', leaseEndsAt: NOW - 5 }],
  ['stuck', 'timed-out', { state: 'running', leaseEndsAt: 2 ** 53 }],
  ['fine', 'failed', { state: 'failed', leaseEndsAt: NOW + 60 }],
])(
  'An upgrade is %s when it had no report for a whole lease, or since minutes after the request: %s %j',
  (what, state, record) => {
    const view = viewOf({ sn: 'A1', leaseEndsAt: NOW + 60, requestedAt: ago(1), ...record }, NOW);
    expect([view.stuck, view.state]).toEqual([what === 'stuck', state]);
  },
);
