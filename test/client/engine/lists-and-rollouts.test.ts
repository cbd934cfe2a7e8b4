/** How the client reads what it is told of roll-outs, of firmwares and of the past of a device, from a scripted server. */
import { expect, test } from '@jest/globals';
import type { StreamFleetClient } from '../../../client/src/index.ts';
import { gatewayTurn as gateway, scriptedCall, turn, type Turn } from '../../support/scripted-server.ts';

const request = { 'rollout-id': 'r', 'firmware-id': 21, sn: ['A1', 'no serial number'], stop: { 'of-at-least': 5 } };
const answer = (code: number, status: number, details: unknown, next?: unknown) =>
  turn(status, { result: code, method: 'create-rollout', details, next }, { 'apigw-requestid': 'id=' });
const told = (more: object = {}, result = 0) => ({ 'rollout-id': 'r', result, ...more });
const create = (client: StreamFleetClient) => client.createRollout(request);
const firmware = (id: number) => ({
  ...{ 'firmware-id': id, version: '2', 'family-id': 1, 'model-id': 1, 'hardware-version': '1' },
  ...{ state: 'a state of the future', 'size-bytes': 1 },
});
const firmwares = (details: unknown, next?: unknown) =>
  turn(200, { result: 0, method: 'get-all-firmwares', details, next }, { 'apigw-requestid': 'id=' });
const filter = { 'family-id': -1, 'model-id': 0, 'hardware-version': 'A&é 1' };
const list = (client: StreamFleetClient) => client.listFirmwares(filter);
const entry = { sn: 'A1', result: 0, 'upgrade-id': 'x', state: 'a state of the future', 'ended-at': 'now', added: 1 };
const past = (details: unknown, next?: unknown) => turn(200, { result: 0, method: 'upgrade-history', details, next });
const askPast = (client: StreamFleetClient) => client.upgradeHistory('A1');

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
  ['a field to print', answer(7, 400, [{ field: 'w2J' }]), { message: expect.stringMatching(/HTTP 400: w\?2J;/) }],
  ['an unknown field', answer(7, 400, []), { code: 7, field: undefined }],
  ['too many devices', answer(17, 400, []), { code: 17 }],
  ['the caller', answer(31, 403, []), { code: 31, mayHaveStarted: false }],
  ['a table that is away, in each attempt', answer(4, 503, [told({}, 4)]), { code: 4, mayHaveStarted: true }],
])('A refusal for %s is an error', async (_what, only, error) => {
  expect((await scriptedCall([only], create)).outcome).toMatchObject({ name: 'RefusalError', ...error });
});

test.each<[string, (client: StreamFleetClient) => Promise<unknown>, Turn]>([
  ['nothing', create, answer(0, 200, [])],
  ['another roll-out', create, answer(0, 200, [{ ...told(), 'rollout-id': 's' }])],
  ['no result', create, answer(0, 200, [told({ result: undefined })])],
  ['a version that is a text', create, answer(0, 200, [told({ version: '1' })])],
  ['a state that is none', create, answer(0, 200, [told({ state: 1 })])],
  ['counts that are none', create, answer(0, 200, [told({ counts: { queued: '1' } })])],
  ['a wave without its bound', create, answer(0, 200, [told({ waves: [{}] })])],
  ['a device without a name', create, answer(0, 200, [told({ devices: [{ state: 'queued' }] })])],
  ['a next page after an empty one, which might never end', create, answer(0, 200, [told({ devices: [] })], 'x')],
  ['details that are no list', list, firmwares({})],
  ['a firmware without a size', list, firmwares([{ ...firmware(1), 'size-bytes': undefined }])],
  ['a state of a firmware that is no text', list, firmwares([{ ...firmware(1), state: 1 }])],
  ['a next page of firmwares after an empty one', list, firmwares([], 'x')],
  ['a next page of firmwares that is no text', list, firmwares([firmware(1)], 1)],
  ['no entry', askPast, past([])],
  ['an end that is no text', askPast, past([{ ...entry, 'ended-at': 1 }])],
  ['a next page of entries that is no text', askPast, past([entry], 1)],
])('An answer that tells %s is none of the service', async (_what, call, only) => {
  const { outcome } = await scriptedCall([only], call);
  expect(outcome).toMatchObject({ name: 'NoAnswerError', httpStatus: 200, mayHaveStarted: call === create });
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
  const pagesOfAll = [answer(0, 200, [told()], 'x'), answer(0, 200, [told({ 'rollout-id': 's' })])];
  const all = await scriptedCall(pagesOfAll, (client) => client.listRollouts());
  expect(all.outcome).toEqual({ details: [told(), told({ 'rollout-id': 's' })], requestId: 'id=' });
  expect(all.bodies).toEqual(['{}', '{"after":"x"}']);
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

test('Firmwares are listed page after page with the same filter, and attempts of its own for each', async () => {
  const drops = [gateway(503), gateway(503)];
  const { outcome, paths } = await scriptedCall(
    ['drop', firmwares([firmware(1)], 'x=&'), ...drops, firmwares([firmware(2)])],
    list,
  );
  const details = [firmware(1), firmware(2)];
  expect(outcome).toEqual({ result: 0, method: 'get-all-firmwares', details, requestId: 'id=' });
  const path = '/sc_cloud/firmware/list?family-id=-1&model-id=0&hardware-version=A%26%C3%A9+1';
  const next = `${path}&after=x%3D%26`;
  expect(paths).toEqual([path, path, next, next, next]);
});

test('The past of a device is told page by page, by its own requests, which are repeated', async () => {
  const turns = ['drop', past([entry], 'x'), gateway(503), past([entry])] as const;
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

test('The past of a device is told after as many attempts as it takes, and refused with an error', async () => {
  const refused = (code: number, status: number, details: object[] = []) =>
    turn(status, { result: code, method: 'upgrade-history', details });
  const outcomeOf = async (...turns: Turn[]) => (await scriptedCall(turns, askPast)).outcome;
  const away = refused(4, 503, [{ sn: 'A1', result: 4 }]);
  expect(await outcomeOf(away, past([entry]))).toMatchObject({ details: [entry] });
  expect(await outcomeOf(away)).toMatchObject({ name: 'RefusalError', code: 4 });
  expect(await outcomeOf(refused(37, 401))).toMatchObject({ name: 'RefusalError', code: 37, key: undefined });
});
