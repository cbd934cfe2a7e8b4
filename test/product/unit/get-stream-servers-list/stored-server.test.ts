import { expect, test } from '@jest/globals';
import { readServers } from '../../../../functions/get-stream-servers-list/stored-server.ts';

test.each([undefined, null, 'rtmp', 7, {}, { 0: { type: 1 }, length: 1 }])(
  'There are no stream servers in %j, which is no list',
  (stored) => {
    expect(readServers(stored)).toEqual([]);
  },
);

test('There are no stream servers in a list that cannot be read', () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  expect(readServers(proxy)).toEqual([]);
});

test('An entry that is no object is a stream server without fields', () => {
  expect(readServers([{ type: 1 }, null, 7])).toEqual([{ type: 1 }, {}, {}]);
});
