import { describe, expect, test } from '@jest/globals';
import type { ListedFirmware } from '../../../../functions/domain/firmware.ts';
import { gatewayEvent, HEADERS } from '../../../support/events.ts';
import { servicesOf } from '../../../support/fakes.ts';
import { ask, metrics } from '../../../support/upgrade-call.ts';

const firmware = (firmwareId: number, overrides: Partial<ListedFirmware['product']> = {}): ListedFirmware => ({
  firmwareId,
  product: { familyId: 7, modelId: 70, hardwareVersion: '1.0', ...overrides },
  version: `2.${String(firmwareId)}`,
  state: 'available',
  sizeBytes: 1000,
});

/** Asks for firmwares as a browser does, without a body. */
function list(rawQueryString: unknown, listed: readonly ListedFirmware[]) {
  const routed = { routeKey: 'GET /sc_cloud/firmware/list', rawQueryString, headers: {}, body: undefined };
  return ask(gatewayEvent(routed), servicesOf({ listed }));
}

async function idsOf(rawQueryString: unknown, listed: readonly ListedFirmware[]) {
  const { status, body } = await list(rawQueryString, listed);
  expect([status, body.result]).toEqual([200, 0]);
  const ids = (body.details as { 'firmware-id': number }[]).map((detail) => detail['firmware-id']);
  return { ids, next: (body as { next?: string }).next };
}

test('A firmware is told with its product, its state and its size', async () => {
  const answer = await list('', [{ ...firmware(21), state: 'withdrawn' }]);
  const product = { 'family-id': 7, 'model-id': 70, 'hardware-version': '1.0' };
  const detail = { 'firmware-id': 21, version: '2.21', ...product, state: 'withdrawn', 'size-bytes': 1000 };
  const body = { result: 0, method: 'get-all-firmwares', details: [detail] };
  expect(answer).toEqual({ status: 200, headers: HEADERS, body });
  expect(metrics).toMatchObject([{ operation: 'get-all-firmwares', Listed: 1 }]);
  expect(JSON.stringify(metrics)).toContain('{"Name":"Listed","Unit":"Count"}');
});

test('Texts are told without control characters, and cut after 256 characters, so that a page fits into an answer', async () => {
  const odd = { ...firmware(1, { hardwareVersion: `\u0007${'🎥'.repeat(300)}` }), version: 'v'.repeat(2048) };
  const told = { version: 'v'.repeat(256), 'hardware-version': '🎥'.repeat(256) };
  expect((await list('', [odd])).body.details).toEqual([expect.objectContaining(told)]);
});

describe('By their ids come', () => {
  const catalogue = [
    firmware(100),
    firmware(9),
    firmware(30, { familyId: -8 }),
    firmware(20, { modelId: 0 }),
    firmware(10, { hardwareVersion: 'A, 2 & é' }),
  ];

  test.each<[string, unknown, number[]]>([
    ['all firmwares', '', [9, 10, 20, 30, 100]],
    ['all, when an event has no query', undefined, [9, 10, 20, 30, 100]],
    ['all, when an odd event has a query that is no text', ['family-id=7'], [9, 10, 20, 30, 100]],
    ['all, whatever other parameters there are', 'family=&Family-Id=x&sn=1&sn=2', [9, 10, 20, 30, 100]],
    ['those of a family', 'family-id=-8', [30]],
    ['those of a model', 'model-id=0', [20]],
    ['those of a hardware version, decoded', 'hardware-version=A%2C+2%20%26%20%C3%A9', [10]],
    ['those of a product', 'hardware-version=1.0&model-id=70&family-id=7', [9, 100]],
    ['none of a product that has none', 'family-id=7&model-id=71', []],
    ['none of a hardware version, as long as they get', `hardware-version=${'x'.repeat(256)}`, []],
  ])('%s', async (_what, query, ids) => {
    expect(await idsOf(query, catalogue)).toEqual({ ids, next: undefined });
  });
});

test.each([
  ...['family-id=', 'model-id=', 'hardware-version=', 'after='],
  ...['family-id=7&family-id=7', 'hardware-version=a&model-id=1&hardware-version=b', 'after=OQ&after=OQ'],
  ...['family-id=7.0', 'family-id=07', 'family-id=%207', 'family-id=7e1', 'model-id=9007199254740992', 'model-id=-0'],
  ...['hardware-version=%FF', 'hardware-version=%00a', 'hardware-version=a%00', `hardware-version=${'x'.repeat(257)}`],
  // Of an id, of no number, of a fraction, and with something behind it.
  ...['after=21', 'after=eA', 'after=MS41', 'after=OQ==', 'after=OQ%00'],
])('The query %s is refused with 7', async (query) => {
  const { status, body } = await list(query, [firmware(21)]);
  expect([status, body]).toEqual([400, { result: 7, method: 'get-all-firmwares', details: [] }]);
});

test('A page has 1,000 firmwares, and tells how to ask for the next while there are more, with the same filter', async () => {
  const even = Array.from({ length: 2_000 }, (_, index) => firmware(4_000 - 2 * index));
  const listed = [...even, firmware(1, { familyId: 8 }), firmware(3_999, { familyId: 8 })];
  const first = await idsOf('family-id=7', listed);
  expect([first.ids.length, first.ids[0], first.ids.at(-1), first.next]).toEqual([1000, 2, 2000, 'MjAwMA']);
  const second = await idsOf('after=MjAwMA&family-id=7', listed);
  expect([second.ids.length, second.ids[0], second.ids.at(-1), second.next]).toEqual([1000, 2002, 4000, undefined]);
  expect((await idsOf('after=MjAwMA', listed)).next).toBe('Mzk5OQ');
  expect(await idsOf('after=NDAwMA', listed)).toEqual({ ids: [], next: undefined });
});
