/** The properties of the fuzzer fail when they should, and hold; seeded, so that failures are reproducible. `npm run fuzz` goes further. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { eventFaults } from '../../../../tools/prove/fuzz/answer-faults.ts';
import { CALLERS } from '../../../../tools/prove/fuzz/callers.ts';
import { fuzzEvents, partFaults, recordFaults, type FuzzedRecord } from '../../../../tools/prove/fuzz/run.ts';
import { startFuzzStage } from '../../../../tools/prove/fuzz/stage.ts';
import { onOwnTables } from '../../../support/own-tables.ts';
import { HEADERS } from '../../../support/events.ts';

const by = ({ sid, uid }: { sid: string; uid: string }, more: object = {}) => ({
  sound: false,
  event: { version: '2.0', cookies: [`cloud-sid=${sid}`, `cloud-uid=${uid}`], ...more },
});
const byAdmin = by(CALLERS.admin);
const byUser = by(CALLERS.user);

const answer = (statusCode: number, result: number, more: object = {}) => ({
  statusCode,
  headers: HEADERS,
  body: JSON.stringify({ result, method: 'start-upgrade', details: [], ...more }),
});
const details = [{ sn: 'FUZZ-fuZZmark', result: 0 }];
const faults = (sent: typeof byAdmin, returned: unknown) => eventFaults('start-upgrade', sent, returned).join();

test('An answer that is as documented has no faults, and may repeat serial numbers in its details', () => {
  expect(faults(byAdmin, answer(200, 0, { details }))).toBe('');
  expect(faults(byUser, answer(403, 31))).toBe('');
});

test.each<[string, typeof byAdmin, unknown]>([
  ['HTTP 500', byAdmin, answer(500, 6)],
  ['with the code 4', byAdmin, answer(200, 4)],
  ['repeats what was sent', byAdmin, answer(400, 7, { message: 'no such fuZZmark' })],
  ['repeats what was sent', byAdmin, { ...answer(400, 7), headers: { ...HEADERS, 'X-Echo': 'fuZZmark' } }],
  ['without a session that allows it', byUser, answer(200, 0)],
  ['details for somebody', byUser, answer(403, 31, { details })],
  ['a valid request was refused', { ...byAdmin, sound: true }, answer(400, 7)],
])('A fault is reported: %s', (what, sent, returned) => {
  expect(faults(sent, returned)).toContain(what);
});

test('An answer is held to the operation of its route, and to start-upgrade without one', () => {
  const status = answer(200, 0, { method: 'upgrade-status', details: [{ sn: 'FUZZ-1', result: 16 }] });
  const faultsBy = (routeKey: string) => eventFaults('upgrade-status', by(CALLERS.admin, { routeKey }), status).join();
  expect(faultsBy('POST /sc_cloud/upgrade/status')).toBe('');
  expect(faultsBy('POST /sc_cloud/upgrade/statuses')).toContain('method');
});

describe('What an operation leaves on record', () => {
  const { admin, user, expired } = CALLERS;
  const upgrade = { sn: 'FUZZ-1', upgradeId: 'one', requestedBy: admin.uid };
  const requested = { ...upgrade, state: 'requested', cancelledBy: '-' };
  const cancelled = { ...upgrade, state: 'cancelled', cancelledBy: admin.uid };
  type Operation = Parameters<typeof recordFaults>[0];
  const left = (operation: Operation, before: FuzzedRecord | undefined, after: FuzzedRecord, told = ['FUZZ-1']) =>
    recordFaults(operation, new Map(before && [['FUZZ-1', before]]), new Map([['FUZZ-1', after]]), new Set(told));

  test('is what its answers reported, or what was there', () => {
    expect(left('start-upgrade', undefined, requested)).toEqual([]);
    expect(left('start-upgrade', cancelled, { ...requested, upgradeId: 'two' })).toEqual([]);
    expect(left('cancel-upgrade', requested, cancelled)).toEqual([]);
    expect(left('upgrade-status', requested, requested)).toEqual([]);
  });

  test.each([
    ['started without the right', 'start-upgrade', undefined, { ...requested, requestedBy: user.uid }],
    ['cancelled without it', 'cancel-upgrade', requested, { ...cancelled, cancelledBy: expired.uid }],
    ['started by a dry run', 'dry-run-upgrade', undefined, requested],
    ['started anew by a cancel', 'cancel-upgrade', cancelled, { ...requested, upgradeId: 'two' }],
    ['cancelled by a status', 'upgrade-status', requested, cancelled],
  ] as const)('is a fault when it was %s', (_what, operation, before, after) => {
    expect(left(operation, before, after)).toHaveLength(1);
  });

  test('is a fault when no answer reported it', () => {
    expect(left('start-upgrade', undefined, requested, [])).toHaveLength(1);
    expect(left('cancel-upgrade', requested, cancelled, [])).toHaveLength(1);
  });

  test.each([
    ['pause-rollout', { changedBy: admin.uid }, 0],
    ['pause-rollout', { changedBy: user.uid }, 1],
    ['create-rollout', { createdBy: expired.uid }, 1],
    ['dry-run-rollout', {}, 1],
  ] as const)('of roll-outs is judged by who may do it and what only reads: %s, %j', (operation, by, count) => {
    const head = { rolloutId: 'fuzz-1', part: 'head', createdBy: admin.uid, changedBy: '' };
    const [before, after] = [head, { ...head, revision: 2, ...by }].map((item) => new Map([['fuzz-1 head', item]]));
    expect(partFaults(operation, before ?? new Map(), after ?? new Map())).toHaveLength(count);
  });
});

const scope = new AsyncDisposableStack();
afterAll(() => scope.disposeAsync());

test('1,000 events of all kinds get no 5xx, no rejection, no echo and no right that is not theirs', async () => {
  const stage = await startFuzzStage(scope, await onOwnTables('Fuzz'));
  expect(await fuzzEvents(stage, { seed: 4, runs: 1_000 })).toEqual([]);
});
