import { expect, test } from '@jest/globals';
import { isHost, isUrlOf } from '../../../../functions/get-stream-servers-list/addresses.ts';
import { findFaults } from '../../../../functions/get-stream-servers-list/completeness.ts';

const words = (text: string) => text.trim().split(/\s+/);
const LONG_LABEL = 'a'.repeat(63);

const HOSTS = words(`
  0.0.0.1 192.0.2.1 127.1 ::1 [::1] 2001:db8::1 [2001:db8::1] fe80::1%eth0 [fe80::1%eth0] ::ffff:192.0.2.1
  localhost live.example.com live.example.com. LIVE.example.com 0.0.0.0.example.com encoder_1-b xn--bcher-kva.example
  bücher.example 例え.jp हिन्दी.example ア・イ.jp 例え。テスト i❤.ws l·l.cat نامه‌ای.com ${LONG_LABEL}.example
  ${'a.'.repeat(126)}a
`);

const NO_HOSTS = words(`
  0.0.0.0 0 0x0 0.0 0.0.0.0. :: [::] ::0 0::0 0:0:0:0:0:0:0:0 ::0.0.0.0 ::ffff:0.0.0.0 ::%eth0 [::%eth0]
  192.0.2.256 1.2.3.4.5 [192.0.2.1] ::1% [ [] [::1 ::1] x::1] [::1x 0[::] [0::]0 2001:db8::g
  * . - _ a..b .a a,b a%41 a* a"b a<b a|b a^b ${LONG_LABEL}a.example ${'a.'.repeat(126)}aa
  live.example.com:9000 192.0.2.1:9000 [::1]:9000 0.0.0.0:9000 srt://live.example.com //h h/app h?a h#a u@h h\\x
`);

test.each([...HOSTS, '2001:DB8::1'])('A host may be called %s', (text) => {
  expect(isHost(text)).toBe(true);
});

test.each([
  ...NO_HOSTS,
  '',
  'my host',
  'a\tb',
  'a\nb',
  '192.0.2.1\u200b',
  '192.0.2.1\ufe0f',
  'exam\u00adple.com',
  'a\u2060b',
  'a\ufeffb',
])('Nobody can call %j', (text) => {
  expect(isHost(text)).toBe(false);
});

test.each(
  words(`
  rtmp://live.example.com/app RTMP://live.example.com live.example.com live.example.com:1935/app localhost:1935 192.0.2.1:1/app
  rtmp://[2001:db8::1]:65535/app rtmp://[fe80::1%eth0]/app rtmp://ann:secret@live.example.com/app rtmp://ann:p@ss@h?a=b
  live.example.com/app?back=https://example.com rtmp://data:1935/app live.example.com/data:80 rtmp://live.example.com:/app rtmp://bücher.example./app rtmp://h#a
`),
)('%s is a URL of RTMP', (text) => {
  expect(isUrlOf(/^rtmp$/i, text)).toBe(true);
});

test.each([
  'rtmp://h/app\nrtmp://g/app',
  ...words(`
  rtmp:// rtmp:///app rtmp:/live.example.com/app rtmp:live.example.com rtmp://:1935/app rtmp://ann@/app /app //h/app :1935/app ?app
  https://live.example.com/app rtmpt://live.example.com/app h2+x-y.z://live.example.com/app file:///app C:\\video
  mailto:x javascript:0 javascript:1 DATA:80 tel:12345 data:80 about:1
  rtmp://h:0/app h:0 h:65536/app h:port/app h:/app rtmp://0.0.0.0/app rtmp://[::]/app rtmp://*/app rtmp://a..b 192.0.2.256/app
  rtmp://2001:db8::1/app rtmp://[192.0.2.1] rtmp://live%2eexample.com
`),
])('%j is no URL of RTMP', (text) => {
  expect(isUrlOf(/^rtmp$/i, text)).toBe(false);
});

test.each(words('rtmp rtmps rtmpt rtmfp rtmpts rtmpe rtmpte http https srt rist rtsp rtsps rtp udp ws wss'))(
  '%s streams to platforms',
  (scheme) => {
    expect(findFaults({ type: 1, streamKey: 'key', url: `${scheme}://live.example.com` })).toEqual([]);
  },
);

test.each(words('xhttp httpx rtm rtmpx ftp file'))('%s streams to no platform', (scheme) => {
  expect(findFaults({ type: 1, streamKey: 'key', url: `${scheme}://live.example.com` })).not.toEqual([]);
});
