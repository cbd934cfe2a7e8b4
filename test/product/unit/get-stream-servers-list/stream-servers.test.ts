import { describe, expect, test } from '@jest/globals';
import { listStreamServers } from '../../../../functions/get-stream-servers-list/stream-servers.ts';

const NOTHING_SET = [
  { id: 1, name: 'Video sharing', type: 1, isConfigured: false },
  { id: 2, name: 'Live streaming', type: 2, isConfigured: false },
  { id: 3, name: 'Social live video', type: 3, isConfigured: false },
  { id: 6, name: 'NDI', type: 6, isConfigured: false },
  { id: 4, name: 'RTMP', type: 4, isConfigured: false },
  { id: 5, name: 'SRT', type: 5, isConfigured: false },
];

describe('the list of a device', () => {
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
      { id: 11, name: 'Video', type: 1, isConfigured: false },
      { id: 12, name: 'Channel', type: 2, isConfigured: true },
      { id: 13, name: 'Page', type: 3, isConfigured: false },
      { id: 16, name: 'Hall', type: 6, isConfigured: true },
      { id: 14, name: 'Church', type: 4, isConfigured: true },
      { id: 15, name: 'Studio', type: 5, isConfigured: false },
    ]);
  });

  test('shows types that are not set under default names, not configured', () => {
    expect(listStreamServers([])).toEqual(NOTHING_SET);
  });

  test('shows the first of several entries of a type, even if it is the worse one', () => {
    expect(
      listStreamServers([
        { id: 21, type: 2, name: 'First' },
        { id: 22, type: 2, name: 'Second', streamKey: 'abcd-1234' },
      ])[1],
    ).toEqual({ id: 21, name: 'First', type: 2, isConfigured: false });
  });
});

describe('the name of an entry', () => {
  test.each([
    ['is trimmed', '  Main stage\n', 'Main stage'],
    ['loses its control characters', 'Main\u0000 \u001b[31mst\u007fage\u009f', 'Main [31mstage'],
    ['is trimmed of what control characters hid', '\u0000 Main stage \u0000', 'Main stage'],
    ['keeps letters of all scripts and joined emoji', 'Łódź 東京 👨‍👩‍👧', 'Łódź 東京 👨‍👩‍👧'],
    ['may have 128 characters', 'n'.repeat(128), 'n'.repeat(128)],
    ['is cut after 128 characters', 'n'.repeat(129), 'n'.repeat(128)],
    ['is cut between characters, never within one', '🎥'.repeat(129), '🎥'.repeat(128)],
    ['does not end with a blank where it was cut', `${'n'.repeat(127)} stage`, 'n'.repeat(127)],
  ])('%s', (_rule, stored, shown) => {
    expect(listStreamServers([{ id: 1, type: 1, name: stored }])[0]).toEqual({
      id: 1,
      name: shown,
      type: 1,
      isConfigured: false,
    });
  });

  test.each([undefined, null, '', ' \t ', '\u0000\u001b', 7, 7n, true, {}, ['Main stage'], NaN])(
    'is the default name of the type when the device gave %p',
    (name) => {
      expect(listStreamServers([{ id: 6, type: 6, name }])).toEqual(NOTHING_SET);
    },
  );
});

describe('a record that holds no usable list', () => {
  test.each([
    undefined,
    null,
    '',
    'rtmp',
    7,
    7n,
    NaN,
    true,
    Symbol('servers'),
    {},
    { type: 1, streamKey: 'abcd-1234' },
    { 0: { type: 1, streamKey: 'abcd-1234' }, length: 1 },
    new Set([{ type: 1, streamKey: 'abcd-1234' }]),
    new Uint8Array([1, 2, 3]),
    () => [{ type: 1, streamKey: 'abcd-1234' }],
    new Array(4294967295),
  ])('is answered as if nothing were set: %#', (stored) => {
    expect(listStreamServers(stored)).toEqual(NOTHING_SET);
  });

  test('is answered as if nothing were set when reading it throws', () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();

    expect(listStreamServers(proxy)).toEqual(NOTHING_SET);
  });
});

describe('an odd entry', () => {
  test.each([
    undefined,
    null,
    'rtmp',
    7n,
    NaN,
    [],
    {},
    { id: 9, type: '2', streamKey: 'abcd-1234' },
    { id: 9, type: 2n, streamKey: 'abcd-1234' },
    { id: 9, type: [2], streamKey: 'abcd-1234' },
    { id: 9, type: 0, streamKey: 'abcd-1234' },
    { id: 9, type: 7, streamKey: 'abcd-1234' },
    {
      get type(): number {
        throw new Error('unreadable');
      },
    },
  ])('is passed over, and the entries beside it are listed: %#', (odd) => {
    expect(listStreamServers([odd, { id: 80, type: 2, name: 'Channel', streamKey: 'abcd-1234' }, odd])).toEqual([
      { id: 1, name: 'Video sharing', type: 1, isConfigured: false },
      { id: 80, name: 'Channel', type: 2, isConfigured: true },
      { id: 3, name: 'Social live video', type: 3, isConfigured: false },
      { id: 6, name: 'NDI', type: 6, isConfigured: false },
      { id: 4, name: 'RTMP', type: 4, isConfigured: false },
      { id: 5, name: 'SRT', type: 5, isConfigured: false },
    ]);
  });

  test('is listed when it is an object without prototype', () => {
    const entry: unknown = Object.assign(Object.create(null), { id: 80, type: 1, name: 'Video', streamKey: 'abcd' });

    expect(listStreamServers([entry])[0]).toEqual({ id: 80, name: 'Video', type: 1, isConfigured: true });
  });

  test('that changes with every look is judged by the first', () => {
    let looks = 0;
    const entry = {
      type: 1,
      get streamKey(): string {
        looks += 1;
        if (looks > 1) throw new Error('unreadable');
        return 'abcd-1234';
      },
    };

    expect(listStreamServers([entry])[0]).toEqual({ id: 1, name: 'Video sharing', type: 1, isConfigured: true });
  });
});

test('the record is left as it was', () => {
  const stored = Object.freeze([Object.freeze({ id: 2, type: 1, name: ' Video ' })]);

  expect(listStreamServers(stored)[0]).toEqual({ id: 2, name: 'Video', type: 1, isConfigured: false });
});
