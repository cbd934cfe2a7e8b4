import { describe, expect, test } from '@jest/globals';
import { sessionCookies } from '../../../../functions/http/cookies.ts';
import { gatewayEvent } from '../../../support/events.ts';

const found = { sid: 'YWxwaGE9PQ==', uid: 'ann' };

function fromList(...cookies: unknown[]) {
  return sessionCookies(gatewayEvent({ cookies }));
}

function fromHeader(cookie: string) {
  return sessionCookies(gatewayEvent({ cookies: undefined, headers: { cookie } }));
}

describe('Session cookies are found', () => {
  test('in the list that payload 2.0 makes of them', () => {
    expect(fromList('cloud-sid=YWxwaGE9PQ==', 'cloud-uid=ann')).toEqual(found);
  });

  test('in the cookie header when there is no list', () => {
    expect(fromHeader('cloud-sid=YWxwaGE9PQ==; cloud-uid=ann')).toEqual(found);
  });

  test.each<[string, unknown]>([
    ['empty', []],
    ['null', null],
    ['not a list', 'cloud-sid=x'],
    ['of things that are no text', [1, null, {}]],
  ])('in the cookie header when the list is %s', (_what, cookies) => {
    const headers = { cookie: 'cloud-sid=YWxwaGE9PQ==; cloud-uid=ann' };
    expect(sessionCookies(gatewayEvent({ cookies, headers }))).toEqual(found);
  });

  test('in the list before the header', () => {
    const headers = { cookie: 'cloud-sid=other; cloud-uid=other' };
    const cookies = ['cloud-sid=YWxwaGE9PQ==', 'cloud-uid=ann'];
    expect(sessionCookies(gatewayEvent({ cookies, headers }))).toEqual(found);
  });

  test('whole, however many equals signs they hold', () => {
    expect(fromList('cloud-sid=a=b==', 'cloud-uid=ann')).toEqual({ sid: 'a=b==', uid: 'ann' });
  });

  test('with percent-encoding undone', () => {
    expect(fromList('cloud-sid=YWxwaGE9PQ%3D%3D', 'cloud-uid=%61nn')).toEqual(found);
  });

  test('with percent-encoding undone only once', () => {
    expect(fromList('cloud-sid=YQ%253D', 'cloud-uid=ann')?.sid).toBe('YQ%3D');
  });

  test('with broken percent-encoding left as it is', () => {
    expect(fromList('cloud-sid=100%', 'cloud-uid=ann')?.sid).toBe('100%');
  });

  test('without the pair of quotes around them', () => {
    expect(fromList('cloud-sid="YWxwaGE9PQ=="', 'cloud-uid="ann"')).toEqual(found);
  });

  test('with one pair of quotes less when there are two', () => {
    expect(fromList('cloud-sid=""a""', 'cloud-uid=ann')?.sid).toBe('"a"');
  });

  test.each(['a"b"', '"a"b'])('with quotes that do not enclose all of %s', (value) => {
    expect(fromList(`cloud-sid=${value}`, 'cloud-uid=ann')?.sid).toBe(value);
  });

  test('with a quote that has no partner', () => {
    expect(fromList('cloud-sid="a', 'cloud-uid=ann')?.sid).toBe('"a');
  });

  test('up to a semicolon, even between quotes', () => {
    expect(fromList('cloud-sid="a;b"', 'cloud-uid=ann')?.sid).toBe('"a');
  });

  test('among segments that are no cookies', () => {
    expect(fromHeader('flag; ; cloud-sid=YWxwaGE9PQ==;; cloud-uid=ann')).toEqual(found);
  });

  test('among cookies that are named like parts of an object', () => {
    expect(fromHeader('__proto__=x; constructor=y; cloud-sid=YWxwaGE9PQ==; cloud-uid=ann')).toEqual(found);
  });

  test('by the first of several of one name', () => {
    expect(fromList('cloud-sid=first', 'cloud-sid=second', 'cloud-uid=ann')?.sid).toBe('first');
  });

  test('up to 256 characters', () => {
    expect(fromList(`cloud-sid=${'a'.repeat(256)}`, 'cloud-uid=ann')?.sid).toHaveLength(256);
  });
});

describe('There are no session cookies', () => {
  test.each<[string, string]>([
    ['in an empty header', ''],
    ['without cloud-sid', 'cloud-uid=ann'],
    ['without cloud-uid', 'cloud-sid=a'],
    ['with an empty cloud-sid', 'cloud-sid=; cloud-uid=ann'],
    ['with an empty first cloud-sid', 'cloud-sid=; cloud-sid=a; cloud-uid=ann'],
    ['with an empty cloud-uid', 'cloud-sid=a; cloud-uid='],
    ['with a cloud-sid of encoded spaces', 'cloud-sid=%20%20; cloud-uid=ann'],
    ['with a cloud-sid of nothing between quotes', 'cloud-sid=""; cloud-uid=ann'],
    ['with names in another case', 'Cloud-Sid=a; CLOUD-UID=ann'],
    ['with a cloud-sid of 257 characters', `cloud-sid=${'a'.repeat(257)}; cloud-uid=ann`],
    ['with a cloud-uid of 257 characters', `cloud-sid=a; cloud-uid=${'a'.repeat(257)}`],
  ])('%s', (_what, header) => {
    expect(fromHeader(header)).toBeUndefined();
  });

  test('without list and header', () => {
    expect(sessionCookies(gatewayEvent({ cookies: undefined, headers: {} }))).toBeUndefined();
  });
});
