import { describe, expect, test } from '@jest/globals';
import { findFaults } from '../../../../functions/get-stream-servers-list/completeness.ts';

describe('an NDI server', () => {
  const ndi = { type: 6, sourceName: 'Camera 1' };

  test.each([undefined, null, '', '  '])('misses its source name when that is %j', (sourceName) => {
    expect(findFaults({ type: 6, sourceName })).toEqual([{ field: 'sourceName', problem: 'missing' }]);
  });

  test.each([
    ['1 character', 'C'],
    ['127 characters', 'n'.repeat(127)],
    ['127 characters within blanks', ` ${'n'.repeat(127)} `],
    ['127 characters outside the basic plane', '🎥'.repeat(127)],
  ])('may have a source name of %s', (_length, sourceName) => {
    expect(findFaults({ type: 6, sourceName })).toEqual([]);
  });

  test.each([
    ['128 characters', 'n'.repeat(128)],
    ['128 characters outside the basic plane', '🎥'.repeat(128)],
    ['a number', 1],
  ])('may not have a source name of %s', (_length, sourceName) => {
    expect(findFaults({ type: 6, sourceName })).toEqual([{ field: 'sourceName', problem: 'invalid' }]);
  });

  test.each([undefined, null, ' '])('misses the discovery address %j when discovery is on', (discoveryAddress) => {
    expect(findFaults({ ...ndi, discovery: true, discoveryAddress })).toEqual([
      { field: 'discoveryAddress', problem: 'missing' },
    ]);
  });

  test('is complete with a discovery address when discovery is on', () => {
    expect(findFaults({ ...ndi, discovery: true, discoveryAddress: '192.0.2.9' })).toEqual([]);
  });

  test.each([
    '224.0.0.0',
    '239.255.255.255',
    ' 239.1.2.3 ',
    'ff00::',
    'ff02::1',
    'FF02::1',
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ])('may use the multicast address %j', (multicastAddress) => {
    expect(findFaults({ ...ndi, multicast: true, multicastAddress })).toEqual([]);
  });

  test.each([
    '223.255.255.255',
    '240.0.0.0',
    '255.255.255.255',
    'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '::1',
    '::ffff:224.0.0.1',
    '224.0.0',
    '224.0.0.256',
    '224.0.0.0/4',
    'multicast.example.com',
    3758096384,
  ])('may not use the multicast address %j', (multicastAddress) => {
    expect(findFaults({ ...ndi, multicast: true, multicastAddress })).toEqual([
      { field: 'multicastAddress', problem: 'invalid' },
    ]);
  });

  test('misses the multicast address when multicast is on', () => {
    expect(findFaults({ ...ndi, multicast: true })).toEqual([{ field: 'multicastAddress', problem: 'missing' }]);
  });

  test.each([undefined, null, false])('needs no addresses when discovery and multicast are %j', (off) => {
    expect(findFaults({ ...ndi, discovery: off, multicast: off, multicastAddress: '192.0.2.1' })).toEqual([]);
  });
});
