/** How the client handles answers to status, cancel and dry run, and how it waits for upgrades to end. */
import { describe, expect, jest, test } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { StreamFleetError, type StreamFleetClient, type WaitOptions } from '../../../client/src/index.ts';
import { NAMED_STAGES } from '../../../infra/stages.ts';
import { gatewayTurn as gateway, scriptedCall, turn, type Turn } from '../../support/scripted-server.ts';

type Detail = Readonly<Record<string, unknown>>;

const answer = (...details: Detail[]) => turn(200, { result: 0, method: 'any', details }, { 'apigw-requestid': 'id=' });
const refused = (status: number, result: number, headers = {}) =>
  turn(status, { result, method: 'any', details: [] }, headers);
const busy = (retryAfter: string) => refused(503, 4, { 'retry-after': retryAfter });
const of = (sn: string, state?: string, more: Detail = {}) => ({ sn, result: 0, ...(state && { state }), ...more });
const inShort = (error: unknown) =>
  error instanceof StreamFleetError
    ? `${error.name} ${String(error.httpStatus)}`
    : `no error: ${JSON.stringify(error)}`;
type Call = (client: StreamFleetClient, sn: string[]) => Promise<unknown>;
const firmware = { 'firmware-id': 21 };

// All operations are attempted, repeated and read by the same code, whose cases are in answers.test.ts.
describe.each<[string, Call, path: string, rest: object, doubts: boolean[]]>([
  ['startUpgrade', (client, sn) => client.startUpgrade({ sn, ...firmware }), 'start', firmware, [true, false]],
  ['dryRun', (client, sn) => client.dryRun({ sn, ...firmware }), 'dry-run', firmware, [false, false]],
  ['cancelUpgrade', (client, sn) => client.cancelUpgrade({ sn, ...firmware }), 'cancel', firmware, [false, true]],
  ['upgradeStatus', (client, sn) => client.upgradeStatus(sn), 'status', {}, [false, false]],
])('%s', (_name, ask, path, rest, doubts) => {
  test('asks again after all that passes, at its own path, with the same request, for what is not known', async () => {
    const first = answer({ sn: 'A1', result: 4 }, { sn: 'A2', result: 99, added: 1 });
    const turns = ['drop' as const, gateway(500), first, answer({ sn: 'A1', result: 1 })];
    const { outcome, paths, bodies, keys } = await scriptedCall(turns, (client) => ask(client, ['A1', 'A2']));
    expect(outcome).toMatchObject({ result: 0, details: [{ result: 1 }, { sn: 'A2', result: 99 }], requestId: 'id=' });
    expect(paths).toEqual(Array(4).fill(`/sc_cloud/upgrade/${path}`));
    const { key } = outcome as { key?: string };
    expect(keys).toEqual(Array(4).fill(key));
    expect(key !== undefined).toBe(path === 'start');
    const both = { sn: ['A1', 'A2'], ...rest };
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([both, both, both, { ...both, sn: ['A1'] }]);
  });

  test('that is not answered says what it may have done', async () => {
    const { outcome } = await scriptedCall(['drop', refused(409, 99)], (client) => ask(client, ['A1']));
    const { mayHaveStarted, mayHaveCancelled } = outcome as StreamFleetError;
    expect([inShort(outcome), mayHaveStarted, mayHaveCancelled]).toEqual(['RefusalError 409', ...doubts]);
  });
});

test('A key that is given is sent, and told; the next call makes another one, which its error tells too', async () => {
  const key = 'spring:21';
  const done = answer({ sn: 'A1', result: 0 });
  const { outcome, keys } = await scriptedCall([done], async (client) => {
    await client.dryRun({ sn: ['A1'], ...firmware }, { key });
    const made = await client.startUpgrade({ sn: ['A1'], ...firmware });
    return [made.key, (await client.startUpgrade({ sn: ['A1'], ...firmware }, { key })).key];
  });
  expect(outcome).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), key]);
  expect(keys).toEqual([key, ...(outcome as string[])]);
  const failed = await scriptedCall(['drop'], (client) => client.startUpgrade({ sn: ['A1'], ...firmware }));
  expect(failed.keys).toEqual(Array(4).fill((failed.outcome as { key?: string }).key));
});

test('A cancel names the upgrades of the devices that it asks for, of one that is given twice the first', async () => {
  const request = { sn: ['A1', 'A2', 'A3', 'A2'], ...firmware, 'upgrade-id': ['1', null, '3', '4'] };
  const first = answer(...['A1', 'A2', 'A3'].map((sn) => ({ sn, result: sn === 'A1' ? 0 : 4 })));
  const last = answer({ sn: 'A2', result: 0 }, { sn: 'A3', result: 38 });
  const { bodies } = await scriptedCall([first, last], (client) => client.cancelUpgrade(request));
  expect(bodies.map((body) => (JSON.parse(body) as typeof request)['upgrade-id'])).toEqual([
    ['1', null, '3'],
    [null, '3'],
  ]);
});

test('A cancel that is in doubt says so, with the request id', async () => {
  const { outcome } = await scriptedCall([gateway(500)], (client) =>
    client.cancelUpgrade({ sn: ['A1'], 'firmware-id': 21 }),
  );
  expect((outcome as Error).message).toMatch(/; request id id=; an upgrade may have been cancelled$/);
});

test('A status may have a state of the future, and is none with a field of another type', async () => {
  const status = (detail: Detail) => scriptedCall([answer(detail)], (client) => client.upgradeStatus(['A1']));
  expect((await status(of('A1', 'paused'))).outcome).toMatchObject({ details: [{ state: 'paused' }] });
  for (const odd of [{ progress: '40' }, { state: 7 }, { reason: null }, { key: 7 }])
    expect(inShort((await status(of('A1', undefined, odd))).outcome)).toBe('NoAnswerError 200');
});

describe('waitForUpgrades', () => {
  const wait = (turns: Turn[], sns: string[], options: WaitOptions = {}) =>
    scriptedCall(turns, (client) => client.waitForUpgrades(sns, options));
  const running = (percent: number) => answer(of('A1', 'running', { progress: percent }));
  const done = answer(of('A1', 'succeeded'));

  test.each<Detail>([
    ...['succeeded', 'failed', 'cancelled', 'timed-out'].map((state) => of('A1', state)),
    { sn: 'A1', result: 16 },
    of('A1'),
  ])('ends with %j', async (detail) => {
    const { outcome, waits } = await wait([answer(detail)], ['A1']);
    expect(outcome).toEqual({ allEnded: true, details: [detail], requestId: 'id=' });
    expect(waits).toEqual([]);
  });

  test('asks every 15 seconds for those that have not ended, and tells how far all are', async () => {
    const rounds: unknown[] = [];
    const turns = [answer(of('A1', 'requested'), of('A2', 'running')), answer(of('A1', 'failed'), of('A2', 'paused'))];
    const { outcome, waits, asked } = await wait([...turns, answer(of('A2', 'succeeded'))], ['A1', 'A2', 'A1'], {
      onProgress: (details) => rounds.push(details.map(({ state }) => state).join()),
    });
    expect(outcome).toMatchObject({ allEnded: true, details: [of('A1', 'failed'), of('A2', 'succeeded')] });
    expect(rounds).toEqual(['requested,running', 'failed,paused', 'failed,succeeded']);
    expect([asked, waits]).toEqual([
      ['A1,A2', 'A1,A2', 'A2'],
      [15_000, 15_000],
    ]);
  });

  test.each<[string, Pick<WaitOptions, 'key' | 'firmware-id'>, Detail]>([
    ['key', { key: 'k-1' }, { key: 'k-2' }],
    ['firmware', firmware, { 'firmware-id': 22 }],
  ])('with a %s does not wait for upgrades of another one, and tells them', async (_what, meant, another) => {
    const own = (state: string) => of('A1', state, meant);
    const others = [of('A2', 'running', another), of('A3', 'requested'), of('A4', 'succeeded', another)];
    const turns = [answer(own('running'), ...others, { sn: 'A5', result: 16 }), answer(own('failed'))];
    const { outcome, asked } = await wait(turns, ['A1', 'A2', 'A3', 'A4', 'A5'], meant);
    const told = others.map((detail) => ({ ...detail, isAnothers: true }));
    expect(outcome).toMatchObject({ allEnded: true, details: [own('failed'), ...told, { sn: 'A5', result: 16 }] });
    expect(asked).toEqual(['A1,A2,A3,A4,A5', 'A1']);
  });

  test.each<[string, number, WaitOptions]>([
    ['that every stage permits', NAMED_STAGES.prod.maxBatchSize, {}],
    ['given', 2, { batchSize: 2 }],
  ])('asks in batches of the size %s', async (_what, size, options) => {
    const sns = Array.from({ length: size + 1 }, (_, at) => `A${String(at)}`);
    const all = sns.map((sn) => of(sn, 'succeeded'));
    const { outcome, asked } = await wait([answer(...all.slice(0, size)), answer(...all.slice(size))], sns, options);
    expect(outcome).toMatchObject({ allEnded: true, details: all });
    expect(asked.map((list) => list.split(',').length)).toEqual([size, 1]);
  });

  test.each([0, 2, -1])('ends when its time is over, with what is known; the clock is set by %i h', async (hours) => {
    const { now } = Date;
    const onProgress = () => {
      jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);
    };
    const turns = [running(40), running(40), running(40), done];
    const { outcome, waits } = await wait(turns, ['A1'], { intervalMs: 1_000, maxDurationMs: 2_500, onProgress });
    expect(outcome).toMatchObject({ allEnded: false, details: [{ progress: 40 }] });
    expect(waits).toEqual([1_000, 1_000]);
  });

  test('goes on past failures that pass, no sooner than it is told to, with those that it did not reach', async () => {
    const [first, second] = [answer(of('A1', 'running'), of('A2', 'running')), answer(of('A3'), of('A1', 'running'))];
    const turns = [first, busy('60'), second, answer(of('A2')), done];
    const { outcome, waits, asked } = await wait(turns, ['A1', 'A2', 'A3'], { batchSize: 2 });
    expect([outcome, waits]).toMatchObject([{ allEnded: true }, [60_000, 15_000]]);
    expect(asked).toEqual(['A1,A2', 'A3', 'A3,A1', 'A2', 'A1']);
  });

  test.each<[string, Turn[], string, number]>([
    ['nothing is known yet and nobody answers', [gateway(503)], 'NoAnswerError 503', 4],
    ['it is refused', [running(1), refused(401, 37)], 'RefusalError 401', 2],
    ['time is over and the last round failed', [running(1), busy('31')], 'RefusalError 503', 2],
    ['it is told to wait for longer than it has', [running(1), busy('6000')], 'RefusalError 503', 2],
  ])('fails when %s', async (_what, turns, error, requests) => {
    const { outcome, asked } = await wait(turns, ['A1'], { maxDurationMs: 20_000 });
    expect([inShort(outcome), asked.length]).toEqual([error, requests]);
  });

  test('ends by its signal in a pause, with the reason given', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const onProgress = () => {
      controller.abort(reason);
    };
    const { outcome, asked } = await wait([running(1)], ['A1'], { signal: controller.signal, onProgress });
    expect([outcome, asked.length, getEventListeners(controller.signal, 'abort')]).toEqual([reason, 1, []]);
  });
});
