import { expect, test } from '@jest/globals';
import { judgeMember, waitingOrSkipped, type MemberFacts } from '../../../../functions/rollout/judge-member.ts';
import { seen } from '../../../../functions/rollout/seen.ts';
import {
  device,
  ended,
  expired,
  firmware21,
  live,
  NOW,
  NOW_SECONDS,
  ofOtherFirmware,
  UNTOLD,
} from '../../../support/fakes.ts';
import { rolloutOf } from '../../../support/rollouts/rollout-of.ts';

const MADE_AT = '2026-11-27T11:00:00.000Z';
const DAY = 86_400;
const succeeded = { ...UNTOLD, ...ended, state: 'succeeded', requestedAt: MADE_AT };
const longAgo = { leaseEndsAt: NOW_SECONDS - DAY };
const newer = { ...succeeded, firmwareId: 22, requestedAt: '2026-11-27T11:30:00.000Z' };
const before = { ...succeeded, firmwareId: 22 };
const goingBack = { device: device('SN1', { firmwareVersion: '2.1.0' }) };

test.each<[string, Partial<MemberFacts>, string]>([
  ['waits for the same firmware', { record: { ...UNTOLD, ...live }, device: undefined }, 'w'],
  ['waits for another', { record: { ...UNTOLD, ...ofOtherFirmware } }, 'b'],
  ['waits while another roll-out has not seen its end', { record: succeeded, isAwaited: true }, 'w'],
  ['is unknown', { device: undefined }, 'U'],
  ['is of another product, and nobody waits for it', { device: device('SN1', { modelId: 71, online: false }) }, 'P'],
  ['has it by the registry', { device: device('SN1', { firmwareVersion: '2.1.0', online: false }) }, 'D'],
  ['had it by the registry, which does not know the last record yet', { ...goingBack, record: before }, 'CLAIM'],
  ['has it by the registry, whatever failed', { ...goingBack, record: { ...before, state: 'failed' } }, 'D'],
  ['has it by the registry, which knows since a day', { ...goingBack, record: { ...before, ...longAgo } }, 'D'],
  ['has it by its record', { record: { ...succeeded, leaseEndsAt: NOW_SECONDS - DAY + 1 } }, 'D'],
  ['has it by a record of the longest lease', { record: { ...succeeded, leaseEndsAt: NOW_SECONDS + 7 * DAY } }, 'D'],
  ['had it by a record a day old', { record: { ...succeeded, ...longAgo } }, 'CLAIM'],
  ['had it by a record with an odd lease', { record: { ...succeeded, leaseEndsAt: NOW_SECONDS * 1000 } }, 'CLAIM'],
  ['has what was asked for later', { record: newer }, 'N'],
  ['had it by a later record a day old', { record: { ...newer, ...longAgo, firmwareId: 21 } }, 'CLAIM'],
  ['has what was asked for at an unknown time', { record: { ...newer, requestedAt: undefined } }, 'CLAIM'],
  ['was to have what was asked for later', { record: { ...newer, state: 'failed' } }, 'CLAIM'],
  ['has what was asked for before', { record: { ...newer, requestedAt: MADE_AT } }, 'CLAIM'],
  ['has what an older roll-out started later', { record: { ...newer, decidedAt: MADE_AT } }, 'CLAIM'],
  ['is offline', { device: device('SN1', { online: false }) }, 'o'],
  ['is free after a failure', { record: { ...UNTOLD, ...ended } }, 'CLAIM'],
  ['is free after a lease', { record: { ...UNTOLD, ...expired } }, 'CLAIM'],
])('a device that %s', (_, facts, expected) => {
  const common = { firmware: firmware21, device: device('SN1'), record: undefined, isAwaited: false };
  expect(judgeMember({ ...common, decidedAt: MADE_AT, now: NOW, ...facts })).toBe(expected);
});

const drained = (drainedAt: string) => ({ waves: [{ devices: 5, drainedAt }] });

test.each([
  ['waits while some of its wave are queued', {}, 0, 'o'],
  ['waits so after a resume too', { resumedAt: '2026-11-01T12:00:00.000Z' }, 0, 'o'],
  ['waits for a day after that', drained('2026-11-26T12:00:00.001Z'), 0, 'o'],
  ['is skipped then', drained('2026-11-26T12:00:00.000Z'), 0, 'O'],
  [
    'waits for a day after a resume',
    { ...drained('2026-11-01T12:00:00.000Z'), resumedAt: '2026-11-26T12:00:00.001Z' },
    0,
    'o',
  ],
  ['waits by its own wave', { waves: [{ devices: 5, drainedAt: '2026-11-01T12:00:00.000Z' }, { devices: 9 }] }, 5, 'o'],
  ['is skipped at once', { waitHours: 0 }, 0, 'O'],
])('a member that is offline %s', (_, head, index, letter) => {
  expect(waitingOrSkipped('o', rolloutOf(head), index, NOW)).toBe(letter);
});

test.each([
  [undefined, 'l'],
  [{ state: 'requested' }, 'r'],
  [{ state: 'running' }, 'i'],
  [{ state: 'succeeded' }, 's'],
  [{ state: 'failed' }, 'f'],
  [{ state: 'cancelled' }, 'c'],
  [{ state: 'running', leaseEndsAt: NOW_SECONDS }, 't'],
  [{ state: 'odd' }, 'l'],
  [{ requestKey: 'rollout:summer-21', state: 'succeeded' }, 'l'],
])('a record %j is told by the letter %s', (record, letter) => {
  const found = record && { ...UNTOLD, ...live, requestKey: 'rollout:spring-21', ...record };
  expect(seen(found, 'rollout:spring-21', NOW_SECONDS)).toBe(letter);
});
