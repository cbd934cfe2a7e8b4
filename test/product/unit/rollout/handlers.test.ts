import { beforeEach, expect, jest, test } from '@jest/globals';
import { StoreUnavailable, type Rollouts } from '../../../../functions/domain/ports.ts';
import { rolloutOperations } from '../../../../functions/rollout/operations.ts';
import type { RolloutCallerServices } from '../../../../functions/rollout/services.ts';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent, invoke } from '../../../support/events.ts';
import { device, firmware21, NOW, servicesOf } from '../../../support/fakes.ts';
import { tablesInMemory } from '../../../support/rollouts/tables.ts';

const { logged, metrics } = captureOutput();

let services: RolloutCallerServices;

beforeEach(async () => {
  const tables = tablesInMemory();
  services = { ...servicesOf(), ...tables.ports, clock: () => NOW };
  await tables.putFirmware(21, firmware21);
  await tables.putDevice(device('SN1'));
});

/** Sends a body to one of the routes. Resolves to the HTTP status and the answer. */
async function ask(
  route: string,
  body: unknown,
  rawQueryString = '',
  remainingMs?: number,
): Promise<readonly [number, unknown]> {
  const routeKey = `POST /sc_cloud/rollout/${route}`;
  const event = gatewayEvent({ routeKey, body: JSON.stringify(body), rawQueryString });
  const pipeline = rolloutOperations(() => services);
  const answer = await invoke(pipeline, event, remainingMs);
  return [answer.statusCode, JSON.parse(answer.body)];
}

const body = { 'rollout-id': 'spring-21', 'firmware-id': 21, sn: ['SN1'] };
const id = { 'rollout-id': 'spring-21' };

test('a roll-out is made, paused, resumed, told and cancelled, each by its route', async () => {
  const entry = { ...id, result: 0, 'firmware-id': 21, total: 1 };
  for (const [route, sent, method, state] of [
    ['create', body, 'create-rollout', 'running'],
    ['pause', id, 'pause-rollout', 'paused'],
    ['resume', { ...id, version: 2 }, 'resume-rollout', 'running'],
    ['status', id, 'rollout-status', 'running'],
    ['cancel', id, 'cancel-rollout', 'cancelled'],
  ] as const) {
    const answer = { result: 0, method, details: [expect.objectContaining({ ...entry, state })] };
    expect(await ask(route, sent)).toEqual([200, answer]);
  }
  expect(await ask('dry-run', { ...body, 'rollout-id': 'summer-21' })).toMatchObject([
    200,
    { method: 'dry-run-rollout', details: [{ results: { '0': 1 } }] },
  ]);
});

test.each([
  ['a field out of its bounds', { ...body, stop: { 'failed-percent': 0 } }, 400, { result: 7, field: 'stop' }],
  ['an unknown firmware', { ...body, 'firmware-id': 22 }, 404, { ...id, result: 16 }],
  ['too many devices', { ...body, sn: Array(50_001).fill('SN1') }, 400, { result: 17 }],
])('%s is told with what it concerns', async (_, sent, status, detail) => {
  const [told, answer] = await ask('create', sent);
  const details = 'field' in detail || 'rollout-id' in detail ? [detail] : [];
  expect([told, answer]).toEqual([status, { result: detail.result, method: 'create-rollout', details }]);
});

test('a trial in the query makes nothing', async () => {
  expect(await ask('create', body, 'dry_run=1')).toMatchObject([400, { result: 7, details: [] }]);
  expect(await ask('status', id)).toMatchObject([200, { details: [{ ...id, result: 16 }] }]);
});

test('a request without enough time left is answered 503, and writes nothing', async () => {
  await ask('create', body);
  const create = jest.fn<Rollouts['create']>((_rollout, _chunks, inTime = () => true) =>
    inTime() ? Promise.resolve('written') : Promise.reject(new StoreUnavailable('making a roll-out in time')),
  );
  services = { ...services, rollouts: { ...services.rollouts, create } };
  for (const [route, sent] of [
    ['create', { ...body, 'rollout-id': 'r2' }],
    ['dry-run', { ...body, 'rollout-id': 'r2' }],
    ['status', { ...id, state: 'queued' }],
  ] as const) {
    expect(await ask(route, sent, '', 10_000)).toMatchObject([503, { result: 4 }]);
    expect(await ask(route, sent, '', 10_001)).toMatchObject([200, { result: 0 }]);
  }
});

test('a body has 4 MiB where devices are listed, and what the stage allows elsewhere', async () => {
  const sn = Array.from({ length: 50_000 }, (_, index) => String(index).padStart(64, 'x'));
  expect(await ask('create', { ...body, sn })).toMatchObject([200, { result: 0 }]);
  const tooLong = { ...body, note: 'x'.repeat(4 * 1024 * 1024) };
  expect(await ask('dry-run', tooLong)).toMatchObject([413, { result: 18, details: [] }]);
  expect(await ask('pause', { ...id, note: 'x'.repeat(262_144) })).toMatchObject([413, { result: 18 }]);
});

test('a request is measured by what became of the roll-out, and who has changed it is in the log', async () => {
  await ask('create', body);
  await ask('create', body);
  await ask('cancel', id);
  await ask('pause', id);
  await ask('pause', { 'rollout-id': 'unknown' });
  const names = ['Rollouts', 'RolloutsRepeated', 'Rollouts', 'RolloutsWrongState', 'RolloutsUnknown'];
  expect(metrics).toEqual(names.map((name) => expect.objectContaining({ [name]: 1 })));
  expect(JSON.stringify(metrics).match(/"Unit":"Count"/g)).toHaveLength(names.length);
  await ask('status', id);
  await ask('dry-run', { ...body, 'rollout-id': 'summer-21' });
  const line = { code: 'ROLLOUT_CHANGED', rolloutId: 'spring-21', changedBy: 'ann', gatewayRequestId: 'request-1' };
  const operations = ['create-rollout', 'cancel-rollout'];
  expect(logged).toEqual(operations.map((operation) => expect.objectContaining({ ...line, operation })));
});

test('an unknown route is answered 404, and changes nothing', async () => {
  expect(await ask('start', body)).toMatchObject([404, { method: 'rollout-status', result: 16 }]);
});
