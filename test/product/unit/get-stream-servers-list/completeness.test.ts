import { describe, expect, test } from '@jest/globals';
import { findFaults } from '../../../../functions/get-stream-servers-list/completeness.ts';

describe.each([1, 2, 3])('a platform of type %i', (type) => {
  test('is complete with a stream key alone', () => {
    expect(findFaults({ type, streamKey: 'abcd-1234' })).toEqual([]);
  });

  test.each([undefined, null, '', ' \t\n'])('misses its stream key when that is %j', (streamKey) => {
    expect(findFaults({ type, streamKey })).toEqual([{ field: 'streamKey', problem: 'missing' }]);
  });

  test.each([12345, true, {}, ['abcd-1234']])('has an invalid stream key when that is %j', (streamKey) => {
    expect(findFaults({ type, streamKey })).toEqual([{ field: 'streamKey', problem: 'invalid' }]);
  });

  test.each([undefined, null, '', '  ', 'rtmps://live.example.com/app', ' https://live.example.com '])(
    'may have the URL %j',
    (url) => {
      expect(findFaults({ type, streamKey: 'abcd-1234', url })).toEqual([]);
    },
  );

  test.each(['live.example.com/app', 'https://', 'https://live.example.com:65536', 1935])(
    'has an invalid URL in %j, which does not parse',
    (url) => {
      expect(findFaults({ type, streamKey: 'abcd-1234', url })).toEqual([{ field: 'url', problem: 'invalid' }]);
    },
  );
});

describe('a switch', () => {
  test.each([
    ['authentication', { type: 4, url: 'live.example.com', streamKey: 'abcd-1234' }],
    ['encryption', { type: 5, address: 'live.example.com', port: 9000 }],
    ['discovery', { type: 6, sourceName: 'Camera 1' }],
    ['multicast', { type: 6, sourceName: 'Camera 1' }],
  ])('%s is invalid when it holds no boolean, and then asks for nothing else', (field, server) => {
    expect(['true', '', 1, 0, {}].map((value) => findFaults({ ...server, [field]: value }))).toEqual([
      [{ field, problem: 'invalid' }],
      [{ field, problem: 'invalid' }],
      [{ field, problem: 'invalid' }],
      [{ field, problem: 'invalid' }],
      [{ field, problem: 'invalid' }],
    ]);
  });
});

describe('what is no stream server', () => {
  test.each([undefined, null, 'rtmp', 5, 5n, NaN, Symbol('server'), [], {}, { type: undefined }, { type: null }])(
    'misses its type: %p',
    (stored) => {
      expect(findFaults(stored)).toEqual([{ field: 'type', problem: 'missing' }]);
    },
  );

  test('misses its type when it is a function, whatever that has on it', () => {
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

test('settings inherited from a prototype do not count', () => {
  expect(findFaults(Object.assign(Object.create({ streamKey: 'abcd-1234' }), { type: 1 }))).toEqual([
    { field: 'streamKey', problem: 'missing' },
  ]);
});

test('an object without prototype is read like any other', () => {
  expect(findFaults(Object.assign(Object.create(null), { type: 1, streamKey: 'abcd-1234' }))).toEqual([]);
});
