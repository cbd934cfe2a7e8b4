/** The properties of the fuzzer fail when they should. */
import { describe, expect, test } from '@jest/globals';
import { eventFaults } from '../../../../tools/prove/fuzz/properties/answer-faults.ts';
import { recordFaults, type FuzzedRecord } from '../../../../tools/prove/fuzz/run.ts';
import { CALLERS } from '../../../../tools/prove/fuzz/callers.ts';
import { HEADERS } from '../../../support/upgrade-call.ts';

const cookiesOf = ({ sid, uid }: { sid: string; uid: string }) => [`cloud-sid=${sid}`, `cloud-uid=${uid}`];
const byAdmin = { sound: false, event: { version: '2.0', cookies: cookiesOf(CALLERS.admin) } };
const byUser = { sound: false, event: { version: '2.0', cookies: cookiesOf(CALLERS.user) } };

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
  ['may be stored', byAdmin, { ...answer(400, 7), headers: { 'Content-Type': HEADERS['Content-Type'] } }],
  ['Content-Type', byAdmin, { ...answer(400, 7), headers: { ...HEADERS, 'Content-Type': 'text/html' } }],
  ['without a session that allows it', byUser, answer(200, 0)],
  ['details for somebody', byUser, answer(403, 31, { details })],
  ['a valid request was refused', { ...byAdmin, sound: true }, answer(400, 7)],
])('A fault is told: %s', (what, sent, returned) => {
  expect(faults(sent, returned)).toContain(what);
});

test('An answer is held to the operation of its route, and to start-upgrade without one', () => {
  const byRoute = (routeKey: string) => ({ ...byAdmin, event: { ...byAdmin.event, routeKey } });
  const status = answer(200, 0, { method: 'upgrade-status', details: [{ sn: 'FUZZ-1', result: 16 }] });
  const faultsOf = (sent: typeof byAdmin) => eventFaults('upgrade-status', sent, status).join();
  expect(faultsOf(byRoute('POST /sc_cloud/upgrade/status'))).toBe('');
  expect(faultsOf(byRoute('POST /sc_cloud/upgrade/statuses'))).toContain('method');
});

describe('What an operation leaves on record', () => {
  const requested = { upgradeId: 'one', requestedBy: CALLERS.admin.uid, state: 'requested', cancelledBy: '-' };
  const cancelled = { ...requested, state: 'cancelled', cancelledBy: CALLERS.admin.uid };
  const left = (operation: Parameters<typeof recordFaults>[0], before: FuzzedRecord | undefined, after: FuzzedRecord) =>
    recordFaults(operation, new Map(before && [['FUZZ-1', before]]), new Map([['FUZZ-1', after]]), new Set(['FUZZ-1']));

  test('is what its answers told, or what was there', () => {
    expect(left('start-upgrade', undefined, requested)).toEqual([]);
    expect(left('start-upgrade', cancelled, { ...requested, upgradeId: 'two' })).toEqual([]);
    expect(left('cancel-upgrade', requested, cancelled)).toEqual([]);
    expect(left('upgrade-status', requested, requested)).toEqual([]);
  });

  test.each([
    ['by somebody without the right to', 'start-upgrade', undefined, { ...requested, requestedBy: CALLERS.user.uid }],
    ['cancelled by somebody without', 'cancel-upgrade', requested, { ...cancelled, cancelledBy: CALLERS.expired.uid }],
    ['started by a dry run', 'dry-run-upgrade', undefined, requested],
    ['started anew by a cancel', 'cancel-upgrade', cancelled, { ...requested, upgradeId: 'two' }],
    ['cancelled by a status', 'upgrade-status', requested, cancelled],
  ] as const)('is a fault when it was %s', (_what, operation, before, after) => {
    expect(left(operation, before, after)).toHaveLength(1);
  });

  test('is a fault when no answer told of it', () => {
    for (const [operation, after] of [
      ['start-upgrade', requested],
      ['cancel-upgrade', cancelled],
    ] as const) {
      expect(recordFaults(operation, new Map(), new Map([['FUZZ-1', after]]), new Set())).toHaveLength(1);
    }
  });
});
