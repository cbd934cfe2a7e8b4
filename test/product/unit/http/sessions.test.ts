/** Who is refused, and what is logged of it; on both functions, as they share session, origin and log. */
import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import type { Session } from '../../../../functions/domain/session.ts';
import { getStreamServersListPipeline } from '../../../../functions/get-stream-servers-list/pipeline.ts';
import { upgradeOperations } from '../../../../functions/upgrade/operations.ts';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { gatewayEvent, HEADERS, invoke } from '../../../support/events.ts';
import { annAdmin, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';
import { ask, codes, logged } from '../../../support/upgrade-call.ts';

const session = sidHash('sid-of-ann').slice(0, 8);
const DAY = 86_400;

const cookies = (sid: string, uid: string) => [`cloud-sid=${sid}`, `cloud-uid=${uid}`];
const withSession = (difference: Partial<Session>) =>
  servicesOf({ sessions: { 'sid-of-ann': { ...annAdmin, ...difference } } });
const finding = (find: () => Promise<never>) => ({ ...servicesOf(), sessions: { find } });

/** The status that each function answers, asked for something that needs a session. */
async function statuses(event: Record<string, unknown> = {}, services = servicesOf(), remainingMs = 25_000) {
  const upgrade = upgradeOperations(() => services);
  const find = (sn: string) => services.devices.findMany([sn]).then(() => ({ stored: [] }));
  const listed = { ...services, deviceSn: undefined, streamServers: { find } };
  const list = getStreamServersListPipeline(() => listed);
  const routeKey = 'GET /devices/{sn}/V1.0/stream/getStreamServersList';
  const named = { ...event, routeKey, pathParameters: { sn: 'SN1' } };
  return {
    upgrade: (await invoke(upgrade, gatewayEvent(event), remainingMs)).statusCode,
    list: (await invoke(list, gatewayEvent(named), remainingMs)).statusCode,
  };
}

describe('Session first, body second', () => {
  const broken = { body: '{"sn":', headers: {} };

  test('a caller without a session gets 401 whatever his body is', async () => {
    expect(await codes(gatewayEvent({ ...broken, cookies: [] }))).toEqual([401, 37]);
  });

  test('an ordinary user gets 403 whatever his body is', async () => {
    expect(await codes(gatewayEvent(broken), withSession({ role: 'user' }))).toEqual([403, 31]);
  });

  test('without both cookies the session store is not asked', async () => {
    const services = finding(() => Promise.reject(new Error('asked')));
    expect(await codes(gatewayEvent({ cookies: ['cloud-sid=x'] }), services)).toEqual([401, 37]);
  });

  test('a session store that cannot be reached is 503, never 401', async () => {
    const services = finding(() => Promise.reject(new StoreUnavailable('reading a session')));
    const answer = await ask(gatewayEvent(), services);
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ ...HEADERS, 'Retry-After': expect.stringMatching(/^\d+$/) });
    expect(answer.body).toEqual({ result: 4, method: 'start-upgrade', details: [] });
  });
});

test('No request is cut short because little time is left: claims may have been made, or the answer is on its way', async () => {
  const services = servicesOf();
  const devices = { findMany: (sns: readonly string[]) => pause(100).then(() => services.devices.findMany(sns)) };
  expect(await statuses({}, { ...services, devices }, 20)).toEqual({ upgrade: 200, list: 200 });
});

describe('All sessions that do not count get the same answer', () => {
  test.each<[string, Record<string, unknown>, object]>([
    ['an unknown one', { cookies: cookies('guess', 'ann') }, {}],
    ['one of another user', { cookies: cookies('sid-of-ann', 'bob') }, {}],
    ['one of a user in another case', { cookies: cookies('sid-of-ann', 'Ann') }, {}],
    ['one of a user with a Cyrillic letter', { cookies: cookies('sid-of-ann', 'аnn') }, {}],
    ['one of a user with a line break', { cookies: cookies('sid-of-ann', 'ann%0d%0a') }, {}],
    ['one that ends this second', {}, { expiresAt: NOW_SECONDS }],
    ['one that was written in milliseconds', {}, { expiresAt: NOW_SECONDS * 1000 }],
  ])('%s', async (_what, event, difference) => {
    const refused = { status: 401, headers: HEADERS, body: { result: 37, method: 'start-upgrade', details: [] } };
    expect(await ask(gatewayEvent(event), withSession(difference))).toEqual(refused);
    expect(await statuses(event, withSession(difference))).toEqual({ upgrade: 401, list: 401 });
  });

  test.each([
    [1, Infinity, 200],
    // A minute for the clock of the login service.
    [30 * DAY + 60, 30 * DAY, 200],
    [30 * DAY + 61, 30 * DAY, 401],
    [200 * 365 * DAY, Infinity, 200],
  ])('one that ends in %i seconds, where %p are allowed: %i', async (seconds, longestSessionSeconds, status) => {
    const services = { ...withSession({ expiresAt: NOW_SECONDS + seconds }), longestSessionSeconds };
    expect(await statuses({}, services)).toEqual({ upgrade: status, list: status });
  });
});

describe('Each denial is one line, with a stable code, and never with the session id', () => {
  const line = (operation: string, known: object) => ({
    code: 'ACCESS_DENIED',
    text: expect.any(String),
    gatewayRequestId: 'request-1',
    sourceIp: '192.0.2.1',
    operation,
    ...known,
  });

  test.each<[string, Record<string, unknown>, object]>([
    ['no session', { cookies: [] }, {}],
    ['an unknown session', { cookies: cookies('guess', 'ann') }, { session: sidHash('guess').slice(0, 8) }],
    ['the session of another user', { cookies: cookies('sid-of-ann', 'bob') }, { userName: 'ann', session }],
  ])('for %s', async (_what, event, known) => {
    await statuses(event);
    const all = { reason: 'NOT_LOGGED_IN', ...known };
    expect(logged).toEqual([line('start-upgrade', all), line('getStreamServersList', all)]);
    expect(JSON.stringify(logged)).not.toMatch(/sid-of-ann|guess|bob/);
  });

  test('for a user without rights, by name', async () => {
    expect(await statuses({}, withSession({ role: 'user' }))).toEqual({ upgrade: 403, list: 200 });
    expect(logged).toEqual([line('start-upgrade', { reason: 'NOT_PERMITTED', userName: 'ann', session })]);
  });

  test('and other refusals are not logged', async () => {
    await statuses({ body: '{' });
    expect(logged).toEqual([]);
  });
});

describe('Where a stage has a front proxy,', () => {
  const hashes = ['old secret', 'new secret'].map((secret) => hash('sha256', secret, 'hex'));
  const read: string[] = [];
  const guarded = (originSecretHashes: readonly string[]) => ({
    ...servicesOf(),
    originSecretHashes,
    sessions: { find: (sid: string) => Promise.resolve(read.push(sid) > 0 ? annAdmin : undefined) },
  });
  const headers = (secret: string) => ({ 'content-type': 'application/json', 'X-Origin-Secret': secret });

  test.each(['old secret', 'new secret'])(
    'requests with its secret pass, also while that changes: %s',
    async (secret) => {
      expect(await statuses({ headers: headers(secret) }, guarded(hashes))).toEqual({ upgrade: 200, list: 200 });
    },
  );

  test.each([
    ['no secret', {}],
    ['an empty one', { headers: headers('') }],
    ['one in another case', { headers: headers('Old secret') }],
    ['the hash of one', { headers: headers(hashes[0] ?? '') }],
  ])('requests with %s are refused before anything is read', async (_what, event) => {
    read.length = 0;
    // Even where the hash of an empty text was set by mistake.
    expect(await statuses(event, guarded([...hashes, hash('sha256', '', 'hex')]))).toEqual({ upgrade: 403, list: 403 });
    expect(read).toEqual([]);
    expect(logged).toContainEqual(expect.objectContaining({ code: 'ACCESS_DENIED', reason: 'NOT_PERMITTED' }));
    expect(JSON.stringify(logged)).not.toContain('secret"');
  });
});
