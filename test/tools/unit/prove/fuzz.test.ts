/** That the properties of the fuzzer fail when they should. */
import { expect, test } from '@jest/globals';
import { eventFaults } from '../../../../tools/prove/fuzz/properties/answer-faults.ts';
import { upgradeFaults } from '../../../../tools/prove/fuzz/run.ts';
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

test('An upgrade of somebody without the right, or that no answer told of, is told', () => {
  const after = new Map([
    ['FUZZ-1', CALLERS.user.uid],
    ['FUZZ-2', CALLERS.admin.uid],
    ['FUZZ-3', CALLERS.admin.uid],
  ]);
  expect(upgradeFaults(new Map(), after, new Set(['FUZZ-1', 'FUZZ-3']))).toEqual([
    'FUZZ-1: fuzz-user started an upgrade without the right to',
    'FUZZ-2: an upgrade is on record that no answer told of',
  ]);
});
