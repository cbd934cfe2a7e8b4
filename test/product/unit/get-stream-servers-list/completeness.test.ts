/** What each field of a stream server may hold, and what the fields ask of each other. */
import { describe, expect, test } from '@jest/globals';
import { findFaults, type Fault } from '../../../../functions/get-stream-servers-list/completeness.ts';

type Problem = Fault['problem'];
const faults = (problem: Problem, ...fields: string[]) => fields.map((field) => ({ field, problem }));
const missing = (...fields: string[]) => faults('missing', ...fields);
const invalid = (...fields: string[]) => faults('invalid', ...fields);

const platform = { type: 1, streamKey: 'abcd-1234' };
const rtmp = { type: 4, url: 'rtmp://live.example.com/app', streamKey: 'abcd-1234' };
const caller = { type: 5, address: 'live.example.com', port: 9000 };
const encrypted = { ...caller, encryption: true };
const ndi = { type: 6, sourceName: 'Camera 1' };
const ABSENT = [undefined, null];
const BLANK = [...ABSENT, '', ' \t\n'];

type Values = Readonly<Partial<Record<'fine' | Problem, readonly unknown[]>>>;

/** By server and field: the values with which the server is complete, or misses the field, or holds what it may not. */
const FIELDS: readonly (readonly [kind: string, server: object, field: string, Values])[] = [
  ...[1, 2, 3].flatMap((type) => [
    [
      `a platform of type ${String(type)}`,
      { ...platform, type },
      'streamKey',
      { fine: ['abcd-1234'], missing: BLANK, invalid: [12345, true, {}, ['abcd-1234']] },
    ] as const,
    [
      `a platform of type ${String(type)}`,
      { ...platform, type },
      'url',
      {
        fine: [...BLANK, 'rtmps://live.example.com/app', ' https://live.example.com '],
        invalid: ['live.example.com/app', 'https://', 'https://live.example.com:65536', 1935],
      },
    ] as const,
  ]),
  [
    'an RTMP server',
    rtmp,
    'url',
    {
      fine: [
        ...['rtmps://live.example.com:443/app', 'RtmpS://live.example.com', '  rtmp://live.example.com/app  '],
        ...['rtmp://[2001:db8::1]:1935/app', 'live.example.com', 'live.example.com:1935/app', 'localhost:1935'],
        'live.example.com/app?back=https://example.com',
      ],
      missing: BLANK,
      invalid: [
        // Of another scheme.
        ...['HTTPS://live.example.com/app', 'rtmpt://live.example.com/app', 'xrtmp://live.example.com/app'],
        ...['h2+x-y.z://live.example.com/app', 'file:///app'],
        // Without a host.
        ...['rtmp://', 'rtmp:///app', 'rtmp:/live.example.com/app', 'rtmp://:1935/app', '/app', ':1935/app', '?app'],
        // No URL.
        ...['rtmp://live example.com/app', 'live.example.com:65536/app', 'live.example.com:port/app', 1935, {}],
      ],
    },
  ],
  ['an RTMP server', rtmp, 'streamKey', { missing: BLANK, invalid: [7] }],
  [
    'an SRT server',
    caller,
    'mode',
    { fine: [...BLANK, 'caller', ' caller '], invalid: ['rendezvous', 'CALLER', 'listeners', 0, true] },
  ],
  [
    'an SRT caller',
    caller,
    'address',
    {
      fine: [
        ...['0.0.0.1', '192.0.2.1', '::1', '[2001:db8::1]', 'live.example.com', '0.0.0.0.example.com'],
        // Brackets that do not enclose it.
        ...['0[::]', '[0::]0'],
      ],
      missing: BLANK,
      // What names no host that could be called.
      invalid: [
        ...['0.0.0.0', ' 0.0.0.0 ', '::', '[::]', '0:0:0:0:0:0:0:0', '[0:0:0:0:0:0:0:0]', '0::0', '::0.0.0.0'],
        ...['0000:0000:0000:0000:0000:0000:0000:0000', '::ffff:0.0.0.0', '::%eth0', 0],
      ],
    },
  ],
  [
    'an SRT server',
    caller,
    'port',
    {
      fine: [1, 65_535],
      missing: ABSENT,
      invalid: [0, 65_536, -1, 9000.5, NaN, Infinity, '9000', '', 9000n, [9000], new Date(9000)],
    },
  ],
  [
    'an encrypted SRT server',
    encrypted,
    'passphrase',
    {
      // 10 to 79 bytes of UTF-8, without the blanks around them.
      fine: ['0123456789', 'p'.repeat(79), '  0123456789  ', 'é'.repeat(5), 'é'.repeat(39)],
      missing: [...BLANK, '            '],
      invalid: ['012345678', 'p'.repeat(80), '  012345678  ', 'é'.repeat(4), 'é'.repeat(40)],
    },
  ],
  [
    'an SRT server',
    caller,
    'latencyMs',
    { fine: [...ABSENT, 20, 8000], invalid: [19, 8001, 0, -20, 120.5, NaN, '120', 120n] },
  ],
  [
    'an SRT server',
    caller,
    'streamId',
    {
      // Up to 512 bytes.
      fine: [...ABSENT, '  ', 's'.repeat(512), ` ${'s'.repeat(512)} `, 'é'.repeat(256)],
      invalid: ['s'.repeat(513), 'é'.repeat(257), 7],
    },
  ],
  [
    'an NDI server',
    ndi,
    'sourceName',
    {
      // Up to 127 characters, of whatever plane.
      fine: ['C', 'n'.repeat(127), ` ${'n'.repeat(127)} `, '🎥'.repeat(127)],
      missing: BLANK,
      invalid: ['n'.repeat(128), '🎥'.repeat(128), 1],
    },
  ],
  [
    'an NDI server with discovery',
    { ...ndi, discovery: true },
    'discoveryAddress',
    { fine: ['192.0.2.9'], missing: BLANK },
  ],
  [
    'an NDI server with multicast',
    { ...ndi, multicast: true },
    'multicastAddress',
    {
      fine: [
        ...['224.0.0.0', '239.255.255.255', ' 239.1.2.3 ', 'ff00::', 'ff02::1', 'FF02::1'],
        'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      ],
      missing: ABSENT,
      invalid: [
        ...['223.255.255.255', '240.0.0.0', '255.255.255.255', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '::1'],
        ...['::ffff:224.0.0.1', '224.0.0', '224.0.0.256', '224.0.0.0/4', 'multicast.example.com', 3758096384],
      ],
    },
  ],
];

describe.each(FIELDS)('%s', (_kind, server, field, values) => {
  const found = (all: readonly unknown[] = []) =>
    all.map((value) => [value, findFaults({ ...server, [field]: value })]);

  test(`by the value of ${field}`, () => {
    expect(found(values.fine)).toEqual((values.fine ?? []).map((value) => [value, []]));
    expect(found(values.missing)).toEqual((values.missing ?? []).map((value) => [value, missing(field)]));
    expect(found(values.invalid)).toEqual((values.invalid ?? []).map((value) => [value, invalid(field)]));
  });
});

test.each<[string, object, readonly Fault[]]>([
  ['an RTMP server without settings', { type: 4 }, missing('url', 'streamKey')],
  ['an SRT server without settings, which is a caller', { type: 5 }, missing('address', 'port')],
  [
    'user name and password, neither of which is there',
    { ...rtmp, authentication: true },
    missing('userName', 'password'),
  ],
  ['a blank password', { ...rtmp, authentication: true, userName: 'cam', password: ' ' }, missing('password')],
  ['a blank user name', { ...rtmp, authentication: true, userName: '', password: 'pw' }, missing('userName')],
  ['user name and password, which are there', { ...rtmp, authentication: true, userName: 'cam', password: 'pw' }, []],
  ['a listener with blanks around its mode', { type: 5, mode: ' listener ', port: 9000 }, []],
  [
    'a listener, for which all other rules of a caller hold',
    { type: 5, mode: 'listener', encryption: true, latencyMs: 19 },
    [...missing('port', 'passphrase'), ...invalid('latencyMs')],
  ],
])('Fields that ask for each other: %s', (_what, server, expected) => {
  expect(findFaults(server)).toEqual(expected);
});

test.each([...ABSENT, false])('What a switched-off feature would need is not looked at: %j', (off) => {
  expect(findFaults({ ...rtmp, authentication: off, userName: 7 })).toEqual([]);
  expect(findFaults({ ...encrypted, encryption: off, passphrase: 'short' })).toEqual([]);
  expect(findFaults({ ...ndi, discovery: off, multicast: off, multicastAddress: '192.0.2.1' })).toEqual([]);
});

test.each([undefined, '0.0.0.0', '::', '', 5, {}])('An SRT listener ignores its address, even %j', (address) => {
  expect(findFaults({ type: 5, mode: 'listener', port: 9000, address })).toEqual([]);
});
