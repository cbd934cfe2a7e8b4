/** What each field of a stream server may hold, and what the fields ask of each other. */
import { expect, test } from '@jest/globals';
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
/** Nothing, blanks, and texts that show nothing: a zero-width space, a word joiner, a soft hyphen, NUL, a filler. */
const BLANK = [
  ...ABSENT,
  '',
  ...[' \t\n', '\u200b', '\u2060 \u00ad', '\0', '\u3164\u2800', '\ufeff\u202e', '\ud800\uffff'],
];

type Values = Readonly<Partial<Record<'fine' | Problem, readonly unknown[]>>>;

/** By server and field: the values with which the server is complete, or misses the field, or holds what it may not. */
const FIELDS: readonly (readonly [server: object, field: string, Values])[] = [
  ...[1, 2, 3].flatMap((type) => {
    const server = { ...platform, type };
    const fine = [...BLANK, 'rtmps://live.example.com/app', ' https://live.example.com ', 'live.example.com/app'];
    const invalid = ['https://', 'ftp://live.example.com', 'https:live.example.com', 'C:\\video', 1935];
    return [
      [server, 'streamKey', { fine: ['abcd-1234'], missing: BLANK, invalid: [12345, true, ['abcd-1234']] }] as const,
      [server, 'url', { fine, invalid }] as const,
    ];
  }),
  // A switch that is off looks at nothing that it would need; one that is no boolean asks for nothing else.
  ...(
    [
      ['authentication', { ...rtmp, userName: 7 }],
      ['encryption', { ...caller, passphrase: 'short' }],
      ['discovery', { ...ndi, discoveryAddress: 7 }],
      ['multicast', { ...ndi, multicastAddress: '192.0.2.1' }],
    ] as const
  ).map(([field, server]) => [server, field, { fine: [...ABSENT, false], invalid: ['true', '', 1, 0, {}] }] as const),
  [
    rtmp,
    'url',
    {
      // Hosts, ports and paths are in addresses.test.ts.
      fine: ['RtmpS://live.example.com', '  rtmp://live.example.com/app  '],
      missing: BLANK,
      invalid: ['rtmpt://live.example.com/app', 'xrtmp://live.example.com/app', 1935],
    },
  ],
  [rtmp, 'streamKey', { missing: BLANK, invalid: [7] }],
  [{ type: 5, mode: 'listener', port: 9000 }, 'address', { fine: [...BLANK, '0.0.0.0', '::', 5, {}] }],
  [caller, 'mode', { fine: [...BLANK, 'caller', ' caller '], invalid: ['rendezvous', 'CALLER', 'listeners', 0, true] }],
  [
    caller,
    'address',
    {
      fine: ['192.0.2.1', '[2001:db8::1]', ' live.example.com '],
      missing: BLANK,
      invalid: ['0.0.0.0', '::', 'live.example.com:9000', 'srt://live.example.com', 'my host', 0],
    },
  ],
  [caller, 'port', { fine: [1, 65_535], missing: ABSENT, invalid: [0, 65_536, 9000.5, NaN, '9000', 9000n, [9000]] }],
  [
    encrypted,
    'passphrase',
    {
      // 10 to 79 bytes of UTF-8, without the blanks around them.
      fine: ['0123456789', 'p'.repeat(79), '  0123456789  ', 'é'.repeat(5), 'é'.repeat(39)],
      missing: [...BLANK, '            '],
      invalid: ['012345678', 'p'.repeat(80), '  012345678  ', 'é'.repeat(4), 'é'.repeat(40)],
    },
  ],
  [caller, 'latencyMs', { fine: [...ABSENT, 20, 8000], invalid: [19, 8001, 0, -20, 120.5, NaN, '120', 120n] }],
  [
    caller,
    'streamId',
    {
      // Up to 512 bytes.
      fine: [...ABSENT, '  ', 's'.repeat(512), ` ${'s'.repeat(512)} `, 'é'.repeat(256)],
      invalid: ['s'.repeat(513), 'é'.repeat(257), 7],
    },
  ],
  [
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
    { ...ndi, discovery: true },
    'discoveryAddress',
    {
      fine: ['192.0.2.9', 'ndi.example.com, 2001:db8::9', '192.0.2.9:5959,[2001:db8::9]:5959', '192.0.2.9,'],
      missing: BLANK,
      invalid: [',', ' , ', '0.0.0.0', '192.0.2.9,::', 'http://x', '192.0.2.9:0', '192.0.2.9;192.0.2.10', 7],
    },
  ],
  [
    { ...ndi, multicast: true },
    'multicastAddress',
    {
      fine: [
        ...['224.0.0.0', '239.255.255.255', ' 239.1.2.3 ', 'ff00::', 'ff02::1', 'FF02::1'],
        ...['[ff02::1]', 'ff02::1%eth0', '[ff02::1%eth0]'],
        'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
      ],
      missing: ABSENT,
      invalid: [
        ...['223.255.255.255', '240.0.0.0', '255.255.255.255', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '::1'],
        ...['::ffff:224.0.0.1', '224.0.0', '224.0.0.256', '224.0.0.0/4', 'multicast.example.com', 3758096384],
        ...['[224.0.0.1]', '[ff02::1', 'ff02::1]', '[::1]'],
      ],
    },
  ],
];

test.each(FIELDS)('%j: by the value of %s', (server, field, { fine = [], ...faulty }) => {
  const found = (value: unknown) => findFaults({ ...server, [field]: value });
  expect(fine.map((value) => [value, found(value)])).toEqual(fine.map((value) => [value, []]));
  for (const problem of ['missing', 'invalid'] as const) {
    const values = faulty[problem] ?? [];
    const expected = values.map((value) => [value, faults(problem, field)]);
    expect(values.map((value) => [value, found(value)])).toEqual(expected);
  }
});

test.each<[string, object, readonly Fault[]]>([
  ['an RTMP server without settings', { type: 4 }, missing('url', 'streamKey')],
  ['an SRT server without settings, which is a caller', { type: 5 }, missing('address', 'port')],
  ['no user name and no password', { ...rtmp, authentication: true }, missing('userName', 'password')],
  ['a user name that is no text', { ...rtmp, authentication: true, userName: 7, password: 'pw' }, invalid('userName')],
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
