/** All operations of the function have one pipeline, with session, rights, body, limits and refusals. */
import { expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent } from '../../../support/events.ts';
import { servicesOf } from '../../../support/fakes.ts';
import { ask, HEADERS } from '../../../support/upgrade-call.ts';

const { metrics } = captureOutput();
const broken = () => Promise.reject(new StoreUnavailable('reading a batch'));

test.each([
  ['start-upgrade', 'start'],
  ['upgrade-status', 'status'],
  ['cancel-upgrade', 'cancel'],
  ['dry-run-upgrade', 'dry-run'],
])('%s refuses in its own name, as a whole or, while the table does not answer, for each device', async (...names) => {
  const [method, path] = names;
  const event = (overrides = {}) => gatewayEvent({ routeKey: `POST /sc_cloud/upgrade/${path}`, ...overrides });
  const body = JSON.stringify({ sn: Array(1001).fill('A'), 'firmware-id': 21 });
  const tooMany = { status: 400, headers: HEADERS, body: { result: 17, method, details: [] } };
  expect(await ask(event({ body }))).toEqual(tooMany);
  expect(metrics).toEqual([expect.objectContaining({ operation: method, Refused: 1 })]);
  const upgrades = { ...servicesOf().upgrades, findMany: broken, describeMany: broken };
  expect(await ask(event(), { ...servicesOf(), upgrades })).toEqual({
    status: 503,
    headers: { ...HEADERS, 'Retry-After': '2' },
    body: { result: 4, method, details: [{ sn: 'SN1', result: 4 }] },
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
