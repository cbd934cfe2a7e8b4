import { describe, expect, test } from '@jest/globals';
import { findFaults } from '../../../../functions/get-stream-servers-list/completeness.ts';

describe('an RTMP server', () => {
  const rtmp = { type: 4, url: 'rtmp://live.example.com/app', streamKey: 'abcd-1234' };

  test('misses URL and key when it has no settings', () => {
    expect(findFaults({ type: 4 })).toEqual([
      { field: 'url', problem: 'missing' },
      { field: 'streamKey', problem: 'missing' },
    ]);
  });

  test('misses a URL and a key that are blank', () => {
    expect(findFaults({ type: 4, url: '  ', streamKey: '\n' })).toEqual([
      { field: 'url', problem: 'missing' },
      { field: 'streamKey', problem: 'missing' },
    ]);
  });

  test.each([
    'rtmp://live.example.com/app',
    'rtmps://live.example.com:443/app',
    'RTMP://live.example.com/app',
    'RtmpS://live.example.com',
    '  rtmp://live.example.com/app  ',
    'rtmp://192.0.2.1/app',
    'rtmp://[2001:db8::1]:1935/app',
    'live.example.com',
    'live.example.com/app',
    'live.example.com:1935/app',
    'live.example.com/app?back=https://example.com',
    'localhost:1935',
  ])('may have the URL %j', (url) => {
    expect(findFaults({ ...rtmp, url })).toEqual([]);
  });

  test.each([
    'http://live.example.com/app',
    'HTTP://live.example.com/app',
    'https://live.example.com/app',
    'srt://live.example.com:9000',
    'rtmpt://live.example.com/app',
    'xrtmp://live.example.com/app',
    'h2+x-y.z://live.example.com/app',
    'file:///app',
  ])('has an invalid URL in %j, whose scheme is another', (url) => {
    expect(findFaults({ ...rtmp, url })).toEqual([{ field: 'url', problem: 'invalid' }]);
  });

  test.each(['rtmp://', 'rtmp:///app', 'rtmp:/live.example.com/app', 'rtmp://:1935/app', '/app', ':1935/app', '?app'])(
    'has an invalid URL in %j, which has no host',
    (url) => {
      expect(findFaults({ ...rtmp, url })).toEqual([{ field: 'url', problem: 'invalid' }]);
    },
  );

  test.each(['rtmp://live example.com/app', 'live.example.com:65536/app', 'live.example.com:port/app', 1935, {}])(
    'has an invalid URL in %j, which is none',
    (url) => {
      expect(findFaults({ ...rtmp, url })).toEqual([{ field: 'url', problem: 'invalid' }]);
    },
  );

  test('needs user name and password when authentication is on', () => {
    expect(findFaults({ ...rtmp, authentication: true })).toEqual([
      { field: 'userName', problem: 'missing' },
      { field: 'password', problem: 'missing' },
    ]);
  });

  test('needs the password when only the user name is there', () => {
    expect(findFaults({ ...rtmp, authentication: true, userName: 'cam', password: ' ' })).toEqual([
      { field: 'password', problem: 'missing' },
    ]);
  });

  test('needs the user name when only the password is there', () => {
    expect(findFaults({ ...rtmp, authentication: true, userName: '', password: 'pw' })).toEqual([
      { field: 'userName', problem: 'missing' },
    ]);
  });

  test('is complete with user name and password', () => {
    expect(findFaults({ ...rtmp, authentication: true, userName: 'cam', password: 'pw' })).toEqual([]);
  });

  test.each([undefined, null, false])('needs no user name when authentication is %j', (authentication) => {
    expect(findFaults({ ...rtmp, authentication, userName: 7 })).toEqual([]);
  });
});
