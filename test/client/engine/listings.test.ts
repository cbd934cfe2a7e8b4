import { describe, expect, test } from '@jest/globals';
import { gatewayTurn as gateway, scriptedCall, turn, type Turn } from '../../support/scripted-server.ts';

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
