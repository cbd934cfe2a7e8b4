import { describe, expect, test } from '@jest/globals';
import { sessionCookies } from '../../../../functions/http/cookies.ts';
import { gatewayEvent } from '../../../support/events.ts';

const ann = { sid: 'YWxwaGE9PQ==', uid: 'ann' };
const list = ['cloud-sid=YWxwaGE9PQ==', 'cloud-uid=ann'];

const fromHeader = (cookie: string) => sessionCookies(gatewayEvent({ cookies: undefined, headers: { cookie } }));

describe('Session cookies are found', () => {
  test('in the list of payload 2.0, before the header', () => {
    const headers = { cookie: 'cloud-sid=other; cloud-uid=other' };
    expect(sessionCookies(gatewayEvent({ cookies: list, headers }))).toEqual(ann);
  });

  test.each([undefined, null, [], 'cloud-sid=x', [1, null, {}]])('in the header when the list is %j', (cookies) => {
    expect(sessionCookies(gatewayEvent({ cookies, headers: { cookie: list.join('; ') } }))).toEqual(ann);
  });

  test.each([
    ['whole, with their equals signs', 'a=b==', 'a=b=='],
    ['with percent-encoding undone', 'YWxwaGE9PQ%3D%3D', 'YWxwaGE9PQ=='],
    ['with percent-encoding undone only once', 'YQ%253D', 'YQ%3D'],
    ['with broken percent-encoding left as it is', '100%', '100%'],
    ['without the quotes around them', '"YWxwaGE9PQ=="', 'YWxwaGE9PQ=='],
    ['with one pair of quotes less when there are two', '""a""', '"a"'],
    ['with quotes that only end them', 'a"b"', 'a"b"'],
    ['with quotes that only begin them', '"a"b', '"a"b'],
    ['with a quote that has no partner', '"a', '"a'],
    ['up to a semicolon, even between quotes', '"a;b"', '"a'],
    ['up to 256 characters', 'a'.repeat(256), 'a'.repeat(256)],
  ])('%s', (_how, sent, read) => {
    const event = gatewayEvent({ cookies: [`cloud-sid=${sent}`, `cloud-uid=${sent}`] });
    expect(sessionCookies(event)).toEqual({ sid: read, uid: read });
  });

  test.each([
    ['segments that are no cookies', 'flag; ; cloud-sid=YWxwaGE9PQ==;; cloud-uid=ann'],
    ['cookies named like properties of an object', '__proto__=x; constructor=y; cloud-sid=YWxwaGE9PQ==; cloud-uid=ann'],
    ['later cookies of the same names', 'cloud-sid=YWxwaGE9PQ==; cloud-sid=second; cloud-uid=ann; cloud-uid=bob'],
  ])('among %s', (_others, header) => {
    expect(fromHeader(header)).toEqual(ann);
  });
});

describe('There are no session cookies', () => {
  test.each([
    ['in an empty header', ''],
    ['without cloud-sid', 'cloud-uid=ann'],
    ['without cloud-uid', 'cloud-sid=a'],
    ['with an empty first cloud-sid', 'cloud-sid=; cloud-sid=a; cloud-uid=ann'],
    ['with an empty cloud-uid', 'cloud-sid=a; cloud-uid='],
    ['with a cloud-sid of encoded spaces', 'cloud-sid=%20%20; cloud-uid=ann'],
    ['with a cloud-sid of nothing between quotes', 'cloud-sid=""; cloud-uid=ann'],
    ['with names in another case', 'Cloud-Sid=a; CLOUD-UID=ann'],
    ['with a Cyrillic letter in a name', 'сloud-sid=a; cloud-uid=ann'],
    ['with a cloud-sid of 257 characters', `cloud-sid=${'a'.repeat(257)}; cloud-uid=ann`],
    ['with a cloud-uid of 257 characters', `cloud-sid=a; cloud-uid=${'a'.repeat(257)}`],
  ])('%s', (_what, header) => {
    expect(fromHeader(header)).toBeUndefined();
  });

  test('without list and header', () => {
    expect(sessionCookies(gatewayEvent({ cookies: undefined, headers: {} }))).toBeUndefined();
  });
});
