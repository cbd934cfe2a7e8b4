/** All operations of the function have one pipeline, with session, rights, body, limits and refusals. */
import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent } from '../../../support/events.ts';
import { annAdmin, servicesOf } from '../../../support/fakes.ts';
import { ask, HEADERS } from '../../../support/upgrade-call.ts';

const { metrics } = captureOutput();
const broken = () => Promise.reject(new StoreUnavailable('reading a batch'));

describe.each([
  ['start-upgrade', 'start'],
  ['upgrade-status', 'status'],
  ['cancel-upgrade', 'cancel'],
  ['dry-run-upgrade', 'dry-run'],
])('%s', (method, path) => {
  const event = (overrides: Record<string, unknown> = {}) =>
    gatewayEvent({ routeKey: `POST /sc_cloud/upgrade/${path}`, ...overrides });

  test.each<[string, Record<string, unknown>, number, number]>([
    ['no session', { cookies: [] }, 401, 37],
    ['an ordinary user', { cookies: ['cloud-sid=sid-of-bob', 'cloud-uid=bob'] }, 403, 31],
    ['a list of no devices', { body: '{"sn":[],"firmware-id":21}' }, 400, 7],
    ['too many devices', { body: JSON.stringify({ sn: Array(1001).fill('A'), 'firmware-id': 21 }) }, 400, 17],
  ])('refuses %s, in its own name', async (_what, overrides, status, result) => {
    const bob = { ...annAdmin, userName: 'bob', role: 'user' as const };
    const services = servicesOf({ sessions: { 'sid-of-ann': annAdmin, 'sid-of-bob': bob } });
    const refusal = { status, headers: HEADERS, body: { result, method, details: [] } };
    expect(await ask(event(overrides), services)).toEqual(refusal);
    expect(metrics).toEqual([expect.objectContaining({ operation: method, Refused: 1 })]);
  });

  test('answers 503 with Retry-After and an entry for each device while the table does not answer', async () => {
    const services = servicesOf();
    const upgrades = { ...services.upgrades, findMany: broken, describeMany: broken };
    const { status, headers, body } = await ask(event(), { ...services, upgrades });
    expect([status, headers]).toEqual([503, { ...HEADERS, 'Retry-After': '2' }]);
    expect(body).toEqual({ result: 4, method, details: [{ sn: 'SN1', result: 4 }] });
  });
});

test.each([
  ['cancel', '{"sn":["A"]}'],
  ['cancel', '{"sn":["A"],"firmware-id":21,"dryRun":false}'],
  ['dry-run', '{"sn":["A"],"firmware-id":"21"}'],
])('%s takes the body of start-upgrade, which asks for no dry run: %s is refused with 7', async (path, body) => {
  const answer = await ask(gatewayEvent({ routeKey: `POST /sc_cloud/upgrade/${path}`, body }));
  expect([answer.status, answer.body.result]).toEqual([400, 7]);
});

test.each([
  ['start', [400, 7]],
  ['dry-run', [400, 7]],
  ['status', [503, 4]],
  ['cancel', [503, 4]],
])('A header that is no key is refused before upgrades are read, or not looked at: by %s %j', async (path, told) => {
  const upgrades = { ...servicesOf().upgrades, findMany: broken, describeMany: broken };
  const headers = { 'content-type': 'application/json', 'Idempotency-Key': 'k-1,k-1' };
  const event = gatewayEvent({ routeKey: `POST /sc_cloud/upgrade/${path}`, headers });
  const { status, body } = await ask(event, { ...servicesOf(), upgrades });
  expect([status, body.result]).toEqual(told);
});
