/** How the client reads what it is told of roll-outs, of firmwares and of the past of a device, from a scripted server. */
import { describe, expect, test } from '@jest/globals';
import type { StreamFleetClient } from '../../../client/src/index.ts';
import { gatewayTurn as gateway, scriptedCall, turn, type Turn } from '../../support/scripted-server.ts';

const request = { 'rollout-id': 'r', 'firmware-id': 21, sn: ['A1', 'no serial number'], stop: { 'of-at-least': 5 } };
const answer = (code: number, status: number, details: unknown, next?: unknown) =>
  turn(status, { result: code, method: 'create-rollout', details, next }, { 'apigw-requestid': 'id=' });
const told = (more: object = {}, result = 0) => ({ 'rollout-id': 'r', result, ...more });
const create = (client: StreamFleetClient) => client.createRollout(request);

test.each<[string, Turn, object]>([
  ['made', answer(0, 200, [told({ state: 'a state of the future', added: 1 })]), { result: 0, added: 1 }],
  ['there already', answer(0, 200, [told({ version: 3 }, 1)]), { result: 1, version: 3 }],
  ['for an unknown firmware', answer(16, 404, [told({}, 16)]), { result: 16 }],
  ['one too many', answer(17, 400, [told({}, 17)]), { result: 17 }],
  ['for a firmware that is not available', answer(38, 409, [told({}, 38)]), { result: 38 }],
  ['by an id that is taken', answer(41, 409, [told({}, 41)]), { result: 41 }],
])('A roll-out that is %s is a result, after as many attempts as it takes', async (_what, last, expected) => {
  const { outcome, bodies, paths } = await scriptedCall(['drop', gateway(503), last], create);
  expect(outcome).toMatchObject({ 'rollout-id': 'r', requestId: 'id=', ...expected });
  expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([request, request, request]);
  expect(new Set(paths)).toEqual(new Set(['/sc_cloud/rollout/create']));
});

test.each<[string, Turn, object]>([
  ['a field, which it names', answer(7, 400, [{ field: 'waves', result: 7 }]), { code: 7, field: 'waves' }],
  ['an unknown field', answer(7, 400, []), { code: 7, field: undefined }],
  ['too many devices', answer(17, 400, []), { code: 17 }],
  ['the caller', answer(31, 403, []), { code: 31, mayHaveStarted: false }],
  ['a table that is away, in each attempt', answer(4, 503, [told({}, 4)]), { code: 4, mayHaveStarted: true }],
])('A refusal for %s is an error', async (_what, only, error) => {
  expect((await scriptedCall([only], create)).outcome).toMatchObject({ name: 'RefusalError', ...error });
});

test.each<[string, unknown, unknown]>([
  ['nothing', [], undefined],
  ['another roll-out', [{ ...told(), 'rollout-id': 's' }], undefined],
  ['no result', [told({ result: undefined })], undefined],
  ['a version that is a text', [told({ version: '1' })], undefined],
  ['a state that is none', [told({ state: 1 })], undefined],
  ['counts that are none', [told({ counts: { queued: '1' } })], undefined],
  ['a wave without its bound', [told({ waves: [{}] })], undefined],
  ['a device without a name', [told({ devices: [{ state: 'queued' }] })], undefined],
  ['a next page after an empty one, which might never end', [told({ devices: [] })], 'x'],
])('An answer that tells %s is none of the service', async (_what, details, next) => {
  const { outcome } = await scriptedCall([answer(0, 200, details, next)], create);
  expect(outcome).toMatchObject({ name: 'NoAnswerError', httpStatus: 200, mayHaveStarted: true });
});

test('All its devices in a state are read, and all roll-outs, page after page', async () => {
  const [one, two] = [
    { sn: 'A1', state: 'failed' },
    { sn: 'A2', state: 'failed' },
  ];
  const pages = [
    answer(0, 200, [told({ devices: [one] })], '7'),
    gateway(503),
    answer(0, 200, [told({ devices: [two] })]),
  ];
  const status = await scriptedCall(pages, (client) => client.rolloutStatus('r', { state: 'failed' }));
  expect(status.outcome).toEqual({ ...told({ devices: [one, two] }), requestId: 'id=' });
  const asked = { 'rollout-id': 'r', state: 'failed' };
  const second = { ...asked, after: '7' };
  expect(status.bodies.map((body) => JSON.parse(body) as unknown)).toEqual([asked, second, second]);
  const all = [answer(0, 200, [told()], 'x'), answer(0, 200, [told({ 'rollout-id': 's' })])];
  const list = await scriptedCall(all, (client) => client.listRollouts());
  expect(list.outcome).toEqual({ details: [told(), told({ 'rollout-id': 's' })], requestId: 'id=' });
  expect(list.bodies).toEqual(['{}', '{"after":"x"}']);
});

test.each<[string, (client: StreamFleetClient) => Promise<unknown>, string, boolean]>([
  ['resume', (client) => client.resumeRollout('r', 2), '{"version":2,"rollout-id":"r"}', true],
  ['pause', (client) => client.pauseRollout('r'), '{"rollout-id":"r"}', false],
  ['cancel', (client) => client.cancelRollout('r'), '{"rollout-id":"r"}', false],
])(
  'A %s without an answer says whether anything may have been started by it',
  async (name, call, body, mayHaveStarted) => {
    const { outcome, bodies, paths } = await scriptedCall(['drop'], call);
    expect(outcome).toMatchObject({ name: 'NoAnswerError', mayHaveStarted });
    expect([bodies[0], paths[0]]).toEqual([body, `/sc_cloud/rollout/${name}`]);
  },
);

describe('Firmwares are listed page after page', () => {
  const firmware = (id: number) => ({
    ...{ 'firmware-id': id, version: '2', 'family-id': 1, 'model-id': 1, 'hardware-version': '1' },
    ...{ state: 'a state of the future', 'size-bytes': 1 },
  });
  const page = (details: unknown, next?: unknown) =>
    turn(200, { result: 0, method: 'get-all-firmwares', details, next }, { 'apigw-requestid': 'id=' });
  const filter = { 'family-id': -1, 'model-id': 0, 'hardware-version': 'A&é 1' };
  const listed = (...turns: Turn[]) => scriptedCall(turns, (client) => client.listFirmwares(filter));

  test('with the same filter, and attempts of its own for each', async () => {
    const turns = ['drop', page([firmware(1)], 'x=&'), gateway(503), gateway(503), page([firmware(2)])] as const;
    const { outcome, paths } = await listed(...turns);
    const details = [firmware(1), firmware(2)];
    expect(outcome).toEqual({ result: 0, method: 'get-all-firmwares', details, requestId: 'id=' });
    const path = '/sc_cloud/firmware/list?family-id=-1&model-id=0&hardware-version=A%26%C3%A9+1';
    const next = `${path}&after=x%3D%26`;
    expect(paths).toEqual([path, path, next, next, next]);
  });

  test.each<[string, unknown, unknown]>([
    ['details that are no list', {}, undefined],
    ['a firmware without a size', [{ ...firmware(1), 'size-bytes': undefined }], undefined],
    ['a state that is no text', [{ ...firmware(1), state: 1 }], undefined],
    ['a next page after an empty one, which might never end', [], 'x'],
    ['a next page that is no text', [firmware(1)], 1],
  ])('and one with %s is no answer of the service', async (_what, details, next) => {
    const { outcome } = await listed(page(details, next));
    expect(outcome).toMatchObject({ name: 'NoAnswerError', httpStatus: 200, mayHaveStarted: false });
  });
});

describe('The past of a device', () => {
  const entry = { sn: 'A1', result: 0, 'upgrade-id': 'x', state: 'a state of the future', 'ended-at': 'now', added: 1 };
  const page = (details: unknown, next?: unknown) => turn(200, { result: 0, method: 'upgrade-history', details, next });

  test('is told page by page, by its own requests, which are repeated', async () => {
    const turns = ['drop', page([entry], 'x'), gateway(503), page([entry])] as const;
    const { outcome, paths, bodies } = await scriptedCall([...turns], async (client) => {
      const { next = '' } = await client.upgradeHistory('A1');
      return client.upgradeHistory('A1', { before: next });
    });
    expect(outcome).toMatchObject({ result: 0, method: 'upgrade-history', details: [entry] });
    expect((outcome as { next?: string }).next).toBeUndefined();
    expect(paths).toEqual(Array(4).fill('/sc_cloud/upgrade/history'));
    const [first, second] = [{ sn: 'A1' }, { sn: 'A1', before: 'x' }];
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([first, first, second, second]);
  });

  test('is told after as many attempts as it takes, and refused with an error', async () => {
    const refused = (code: number, status: number, details: object[] = []) =>
      turn(status, { result: code, method: 'upgrade-history', details });
    const past = (...turns: Turn[]) => scriptedCall(turns, (client) => client.upgradeHistory('A1'));
    const away = refused(4, 503, [{ sn: 'A1', result: 4 }]);
    expect((await past(away, page([entry]))).outcome).toMatchObject({ details: [entry] });
    expect((await past(away)).outcome).toMatchObject({ name: 'RefusalError', code: 4 });
    expect((await past(refused(37, 401))).outcome).toMatchObject({ name: 'RefusalError', code: 37, key: undefined });
  });

  test.each<[string, unknown, unknown]>([
    ['no entry', [], undefined],
    ['an end that is no text', [{ ...entry, 'ended-at': 1 }], undefined],
    ['a next page that is no text', [entry], 1],
  ])('with %s is no answer of the service', async (_what, details, next) => {
    const { outcome } = await scriptedCall([page(details, next)], (client) => client.upgradeHistory('A1'));
    expect(outcome).toMatchObject({ name: 'NoAnswerError', httpStatus: 200 });
  });
});
