import { describe, expect, test } from '@jest/globals';
import { findFaults } from '../../../../functions/get-stream-servers-list/completeness.ts';

describe('an SRT caller', () => {
  const caller = { type: 5, address: 'live.example.com', port: 9000 };

  test('is what a server without mode is: it misses address and port', () => {
    expect(findFaults({ type: 5 })).toEqual([
      { field: 'address', problem: 'missing' },
      { field: 'port', problem: 'missing' },
    ]);
  });

  test.each([undefined, null, '', ' ', 'caller', ' caller '])('is complete when its mode is %j', (mode) => {
    expect(findFaults({ ...caller, mode })).toEqual([]);
  });

  test.each(['rendezvous', 'CALLER', 'listeners', 0, true])('has an invalid mode in %j', (mode) => {
    expect(findFaults({ ...caller, mode })).toEqual([{ field: 'mode', problem: 'invalid' }]);
  });

  test.each([undefined, null, '', '   '])('misses its address when that is %j', (address) => {
    expect(findFaults({ ...caller, address })).toEqual([{ field: 'address', problem: 'missing' }]);
  });

  test.each([
    '0.0.0.0',
    ' 0.0.0.0 ',
    '::',
    '[::]',
    '0:0:0:0:0:0:0:0',
    '[0:0:0:0:0:0:0:0]',
    '0000:0000:0000:0000:0000:0000:0000:0000',
    '0::0',
    '::0.0.0.0',
    '::ffff:0.0.0.0',
    '::%eth0',
    0,
  ])('cannot call the address %j', (address) => {
    expect(findFaults({ ...caller, address })).toEqual([{ field: 'address', problem: 'invalid' }]);
  });

  test.each(['0.0.0.1', '192.0.2.1', '::1', '[2001:db8::1]', 'live.example.com', '0.0.0.0.example.com'])(
    'can call the address %j',
    (address) => {
      expect(findFaults({ ...caller, address })).toEqual([]);
    },
  );

  test.each(['0[::]', '[0::]0'])('is not told that %j is no address by brackets that do not enclose it', (address) => {
    expect(findFaults({ ...caller, address })).toEqual([]);
  });

  test.each([1, 65_535])('may use port %j', (port) => {
    expect(findFaults({ ...caller, port })).toEqual([]);
  });

  test.each([0, 65_536, -1, 9000.5, NaN, Infinity, '9000', '', 9000n, [9000], new Date(9000)])(
    'has an invalid port in %p',
    (port) => {
      expect(findFaults({ ...caller, port })).toEqual([{ field: 'port', problem: 'invalid' }]);
    },
  );

  test.each([undefined, null])('misses its port when that is %j', (port) => {
    expect(findFaults({ ...caller, port })).toEqual([{ field: 'port', problem: 'missing' }]);
  });
});

describe('an SRT listener', () => {
  test.each([undefined, '0.0.0.0', '::', '', 5, {}])('ignores its address, even %j', (address) => {
    expect(findFaults({ type: 5, mode: 'listener', port: 9000, address })).toEqual([]);
  });

  test('may have blanks around its mode', () => {
    expect(findFaults({ type: 5, mode: ' listener ', port: 9000 })).toEqual([]);
  });

  test('is held to all other rules of a caller', () => {
    expect(findFaults({ type: 5, mode: 'listener', encryption: true, latencyMs: 19 })).toEqual([
      { field: 'port', problem: 'missing' },
      { field: 'passphrase', problem: 'missing' },
      { field: 'latencyMs', problem: 'invalid' },
    ]);
  });
});

describe('the SRT passphrase', () => {
  const encrypted = { type: 5, address: 'live.example.com', port: 9000, encryption: true };

  test.each([
    ['10 characters', '0123456789'],
    ['79 characters', 'p'.repeat(79)],
    ['10 characters within blanks', '  0123456789  '],
    ['5 characters of two bytes', 'é'.repeat(5)],
    ['39 characters of two bytes', 'é'.repeat(39)],
  ])('may have %s', (_length, passphrase) => {
    expect(findFaults({ ...encrypted, passphrase })).toEqual([]);
  });

  test.each([
    ['9 characters', '012345678'],
    ['80 characters', 'p'.repeat(80)],
    ['9 characters within blanks', '  012345678  '],
    ['4 characters of two bytes', 'é'.repeat(4)],
    ['40 characters of two bytes', 'é'.repeat(40)],
  ])('may not have %s', (_length, passphrase) => {
    expect(findFaults({ ...encrypted, passphrase })).toEqual([{ field: 'passphrase', problem: 'invalid' }]);
  });

  test.each([undefined, null, '', '            '])('is missing when it is %j', (passphrase) => {
    expect(findFaults({ ...encrypted, passphrase })).toEqual([{ field: 'passphrase', problem: 'missing' }]);
  });

  test.each([undefined, null, false])('does not matter when encryption is %j', (encryption) => {
    expect(findFaults({ ...encrypted, encryption, passphrase: 'short' })).toEqual([]);
  });
});

describe('the SRT latency and stream id', () => {
  const caller = { type: 5, address: 'live.example.com', port: 9000 };

  test.each([undefined, null, 20, 8000])('the latency may be %j', (latencyMs) => {
    expect(findFaults({ ...caller, latencyMs })).toEqual([]);
  });

  test.each([19, 8001, 0, -20, 120.5, NaN, '120', 120n])('the latency may not be %p', (latencyMs) => {
    expect(findFaults({ ...caller, latencyMs })).toEqual([{ field: 'latencyMs', problem: 'invalid' }]);
  });

  test.each([
    ['absent', undefined],
    ['null', null],
    ['blank', '  '],
    ['512 characters', 's'.repeat(512)],
    ['512 characters within blanks', ` ${'s'.repeat(512)} `],
    ['256 characters of two bytes', 'é'.repeat(256)],
  ])('the stream id may be %s', (_length, streamId) => {
    expect(findFaults({ ...caller, streamId })).toEqual([]);
  });

  test.each([
    ['513 characters', 's'.repeat(513)],
    ['257 characters of two bytes', 'é'.repeat(257)],
    ['a number', 7],
  ])('the stream id may not be %s', (_length, streamId) => {
    expect(findFaults({ ...caller, streamId })).toEqual([{ field: 'streamId', problem: 'invalid' }]);
  });
});
