import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent } from '../../../support/events.ts';
import { annAdmin, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';
import { ask, codes, HEADERS } from '../../../support/upgrade-call.ts';

captureOutput();

describe('Session first, body second', () => {
  const broken = { body: '{"sn":', headers: {} };

  test('a caller without a session gets 401 whatever his body is', async () => {
    expect(await codes(gatewayEvent({ ...broken, cookies: [] }))).toEqual([401, 37]);
  });

  test('an ordinary user gets 403 whatever his body is', async () => {
    const sessions = { 'sid-of-ann': { ...annAdmin, role: 'user' as const } };
    expect(await codes(gatewayEvent(broken), servicesOf({ sessions }))).toEqual([403, 31]);
  });

  test('without both cookies the session store is not asked', async () => {
    const find = () => Promise.reject(new Error('asked'));
    const services = { ...servicesOf(), sessions: { find } };
    expect(await codes(gatewayEvent({ cookies: ['cloud-sid=x'] }), services)).toEqual([401, 37]);
  });

  test('a session store that cannot be reached is 503, never 401', async () => {
    const find = () => Promise.reject(new StoreUnavailable('reading a session'));
    const answer = await ask(gatewayEvent(), { ...servicesOf(), sessions: { find } });
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ ...HEADERS, 'Retry-After': expect.stringMatching(/^\d+$/) });
    expect(answer.body).toEqual({ result: 4, method: 'start-upgrade', details: [] });
  });
});

describe('All sessions that do not count get the same answer', () => {
  test.each<[string, Record<string, unknown>, object]>([
    ['an unknown one', { cookies: ['cloud-sid=guess', 'cloud-uid=ann'] }, {}],
    ['one of another user', { cookies: ['cloud-sid=sid-of-ann', 'cloud-uid=bob'] }, {}],
    ['one of a user in another case', { cookies: ['cloud-sid=sid-of-ann', 'cloud-uid=Ann'] }, {}],
    ['one that ends this second', {}, { expiresAt: NOW_SECONDS }],
    ['one that ended', {}, { expiresAt: NOW_SECONDS - 1 }],
    ['one that was written in milliseconds', {}, { expiresAt: NOW_SECONDS * 1000 }],
    ['none', { cookies: undefined }, {}],
  ])('%s', async (_what, event, difference) => {
    const sessions = { 'sid-of-ann': { ...annAdmin, ...difference } };
    expect(await ask(gatewayEvent(event), servicesOf({ sessions }))).toEqual({
      status: 401,
      headers: HEADERS,
      body: { result: 37, method: 'start-upgrade', details: [] },
    });
  });

  test('one that ends in a second still counts', async () => {
    const sessions = { 'sid-of-ann': { ...annAdmin, expiresAt: NOW_SECONDS + 1 } };
    expect(await codes(gatewayEvent(), servicesOf({ sessions }))).toEqual([200, 0]);
  });
});
