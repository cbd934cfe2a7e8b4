import { describe, expect, test } from '@jest/globals';
import { findFaults } from '../../../../functions/get-stream-servers-list/completeness.ts';

describe.each([
  ['authentication', { type: 4, url: 'live.example.com', streamKey: 'abcd-1234' }, { userName: 7 }],
  ['encryption', { type: 5, address: 'live.example.com', port: 9000 }, { passphrase: 'short' }],
  ['discovery', { type: 6, sourceName: 'Camera 1' }, { discoveryAddress: 7 }],
  ['multicast', { type: 6, sourceName: 'Camera 1' }, { multicastAddress: '192.0.2.1' }],
])('The switch %s', (field, server, needed) => {
  test.each(['true', '', 1, 0, {}])(
    'is invalid when it holds no boolean but %j, and then asks for nothing else',
    (value) => {
      expect(findFaults({ ...server, [field]: value })).toEqual([{ field, problem: 'invalid' }]);
    },
  );

  test.each([undefined, null, false])('that is off (%j) looks at nothing that it would need', (off) => {
    expect(findFaults({ ...server, ...needed, [field]: off })).toEqual([]);
    expect(findFaults({ ...server, ...needed, [field]: true })).not.toEqual([]);
  });
});

test.each([undefined, '0.0.0.0', '::', '', 5, {}])('An SRT listener ignores its address, even %j', (address) => {
  expect(findFaults({ type: 5, mode: 'listener', port: 9000, address })).toEqual([]);
});

describe('What is no stream server', () => {
  test.each([undefined, null, 'rtmp', 5, 5n, NaN, Symbol('server'), [], {}, { type: undefined }, { type: null }])(
    'misses its type: %p',
    (stored) => {
      expect(findFaults(stored)).toEqual([{ field: 'type', problem: 'missing' }]);
    },
  );

  test('misses its type when it is a function, even with a type as property', () => {
    const stored = Object.assign(() => undefined, { type: 1, streamKey: 'abcd-1234' });
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
