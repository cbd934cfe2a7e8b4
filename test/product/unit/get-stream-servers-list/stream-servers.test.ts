import { describe, expect, test } from '@jest/globals';
import { findFaults } from '../../../../functions/get-stream-servers-list/completeness.ts';
import { readServers } from '../../../../functions/get-stream-servers-list/stored-server.ts';
import { listStreamServers } from '../../../../functions/get-stream-servers-list/stream-servers.ts';

const entry = (type: number, id: number, name: string, isConfigured = false) => ({ id, name, type, isConfigured });
const defaults = [
  ...[entry(1, 1, 'Video sharing'), entry(2, 2, 'Live streaming'), entry(3, 3, 'Social live video')],
  ...[entry(6, 6, 'NDI'), entry(4, 4, 'RTMP'), entry(5, 5, 'SRT')],
];

describe('The list of a device', () => {
  test('shows every type as it is stored, in the order 1, 2, 3, 6, 4, 5, and no secret', () => {
    expect(
      listStreamServers([
        { id: 15, type: 5, name: 'Studio', address: '192.0.2.1', port: 9000, encryption: true, passphrase: 'secret' },
        { id: 14, type: 4, name: 'Church', url: 'rtmp://live.example.com/app', streamKey: 'secret' },
        { id: 16, type: 6, name: 'Hall', sourceName: 'Camera 1' },
        { id: 13, type: 3, name: 'Page', streamKey: ' ' },
        { id: 12, type: 2, name: 'Channel', streamKey: 'secret' },
        { id: 11, type: 1, name: 'Video', streamKey: 'secret', url: 'no url' },
      ]),
    ).toEqual([
      ...[entry(1, 11, 'Video'), entry(2, 12, 'Channel', true), entry(3, 13, 'Page')],
      ...[entry(6, 16, 'Hall', true), entry(4, 14, 'Church', true), entry(5, 15, 'Studio')],
    ]);
  });

  test('shows the first of several entries of a type, even if it is the worse one', () => {
    const stored = [
      { id: 21, type: 2, name: 'First' },
      { id: 22, type: 2, name: 'Second', streamKey: 'abcd-1234' },
    ];
    expect(listStreamServers(stored)[1]).toEqual(entry(2, 21, 'First'));
  });

  test('leaves the record as it was', () => {
    const stored = Object.freeze([Object.freeze({ id: 2, type: 1, name: ' Video ' })]);
    expect(listStreamServers(stored)[0]).toEqual(entry(1, 2, 'Video'));
  });
});

/** The ids in the order of the list, whose types are 1, 2, 3, 6, 4, 5. */
const idsOf = (stored: unknown) => listStreamServers(stored).map(({ id }) => id);

describe('The id of an entry', () => {
  test.each([0, 7, 4294967296, 9007199254740991])('is %i when the device gave that', (id) => {
    expect(idsOf([{ id, type: 2 }])[1]).toBe(id);
  });

  test.each([undefined, null, -1, 1.5, 9007199254740992, NaN, Infinity, '70', 70n, true, [70], {}])(
    'is the number of the type when the device gave %p',
    (id) => {
      expect(idsOf([{ id, type: 5 }])).toEqual([1, 2, 3, 6, 4, 5]);
    },
  );

  test.each<[string, Record<number, number>, number[]]>([
    ['stays with the entry listed first when the device gave it twice', { 4: 70, 6: 70 }, [1, 2, 3, 70, 4, 5]],
    ['is the smallest free number when that of the type is taken, and shifts no other', { 4: 1 }, [4, 2, 3, 6, 1, 5]],
    ['from the device wins over made-up ones, wherever it stands', { 5: 3, 4: 2, 6: 4 }, [1, 5, 6, 4, 2, 3]],
    ['is unique when the device gave one to all', { 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2 }, [2, 1, 3, 6, 4, 5]],
  ])('%s', (_rule, idByType, ids) => {
    expect(idsOf(Object.entries(idByType).map(([type, id]) => ({ type: Number(type), id })))).toEqual(ids);
  });

  test('may be that of an entry which is not listed, as its type was there before', () => {
    const twice = [70, 2].map((id) => ({ id, type: 1 }));
    expect(idsOf(twice)).toEqual([70, 2, 3, 6, 4, 5]);
  });
});

describe('The name of an entry', () => {
  test.each([
    ['is trimmed', '  Main stage\n', 'Main stage'],
    ['is trimmed before it is cut', ` ${'x'.repeat(128)}`, 'x'.repeat(128)],
    ['loses its control characters', 'Main\u0000 \u001b[31mst\u007fage\u009f', 'Main [31mstage'],
    ['is trimmed of what control characters hid', '\u0000 Main stage \u0000', 'Main stage'],
    ['keeps letters of all scripts and joined emoji', 'Łódź 東京 👨‍👩‍👧', 'Łódź 東京 👨‍👩‍👧'],
    ['loses what turns or breaks lines', '\u202eMain\u2028 stage\u2066', 'Main stage'],
    ['may have 128 characters', 'n'.repeat(128), 'n'.repeat(128)],
    ['is cut after 128 characters', 'n'.repeat(129), 'n'.repeat(128)],
    ['is cut between characters, never within one', '🎥'.repeat(129), '🎥'.repeat(128)],
    ['does not end with a blank where it was cut', `${'n'.repeat(127)} stage`, 'n'.repeat(127)],
  ])('%s', (_rule, stored, shown) => {
    expect(listStreamServers([{ id: 1, type: 1, name: stored }])[0]).toEqual(entry(1, 1, shown));
  });

  test.each([
    ...[undefined, null, '', ' \t ', '\u0000\u001b', '\u200b', '\u2060\u00ad', `${'\u200b'.repeat(128)}n`],
    ...[7, {}, ['Main stage']],
  ])('is the default name of the type when the device gave %p', (name) => {
    expect(listStreamServers([{ id: 6, type: 6, name }])).toEqual(defaults);
  });
});

const server = { type: 1, streamKey: 'abcd-1234' };

describe('A record that holds no usable list is answered as if nothing were set', () => {
  test.each([
    ...[[], undefined, null, 'rtmp', 7, 7n, true, Symbol('servers'), {}, server, { 0: server, length: 1 }],
    ...[new Set([server]), new Uint8Array([1, 2, 3]), () => [server], new Array(4294967295)],
  ])('%#', (stored) => {
    expect(readServers(stored)).toEqual([]);
    expect(listStreamServers(stored)).toEqual(defaults);
  });

  test('also when reading it throws', () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    expect(readServers(proxy)).toEqual([]);
    expect(listStreamServers(proxy)).toEqual(defaults);
  });
});

describe('An odd entry', () => {
  const unreadable = {
    get type(): number {
      throw new Error('unreadable');
    },
  };

  test.each([
    ...[undefined, null, 'rtmp', 7n, [], {}, unreadable],
    ...['2', 2n, [2], 0, 7].map((type) => ({ id: 9, type, streamKey: 'abcd-1234' })),
  ])('is passed over, and the entries beside it are listed: %#', (odd) => {
    const channel = { id: 80, type: 2, name: 'Channel', streamKey: 'abcd-1234' };
    expect(listStreamServers([odd, channel, odd])).toEqual(defaults.with(1, entry(2, 80, 'Channel', true)));
  });

  test('that changes each time it is read is judged by the first reading', () => {
    let reads = 0;
    const changing = {
      type: 1,
      get streamKey(): string {
        reads += 1;
        if (reads > 1) throw new Error('unreadable');
        return 'abcd-1234';
      },
    };
    expect(listStreamServers([changing])[0]).toEqual(entry(1, 1, 'Video sharing', true));
  });
});

describe('What is no stream server', () => {
  test.each([
    ...[undefined, null, 'rtmp', 5, 5n, NaN, Symbol('server'), [], {}, { type: undefined }, { type: null }],
    Object.assign(() => undefined, server),
  ])('misses its type: %p', (stored) => {
    expect(findFaults(stored)).toEqual([{ field: 'type', problem: 'missing' }]);
  });

  test.each([0, 7, -1, 1.5, NaN, '1', 1n, true, [1], {}])('has an invalid type in %p', (type) => {
    expect(findFaults({ type, streamKey: 'abcd-1234' })).toEqual([{ field: 'type', problem: 'invalid' }]);
  });

  test('does not throw when it cannot be read', () => {
    const { proxy, revoke } = Proxy.revocable({ type: 1, streamKey: 'abcd-1234' }, {});
    revoke();
    expect(findFaults(proxy)).toEqual([{ field: 'type', problem: 'missing' }]);
  });
});

test('Settings inherited from a prototype do not count, and an object without one is read like any other', () => {
  const inherited: unknown = Object.assign(Object.create({ streamKey: 'abcd-1234' }), { type: 1 });
  expect(findFaults(inherited)).toEqual([{ field: 'streamKey', problem: 'missing' }]);
  expect(findFaults(Object.assign(Object.create(null), { type: 1, streamKey: 'abcd-1234' }))).toEqual([]);
});
