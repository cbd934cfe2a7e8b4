/** Who is refused, and what is logged of it; on both functions, as they share session, origin and log. */
import { hash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getStreamServersListPipeline } from '../../../../functions/get-stream-servers-list/pipeline.ts';
import { upgradeOperations } from '../../../../functions/upgrade/operations.ts';
import type { UpgradeServices } from '../../../../functions/upgrade/services.ts';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent, invoke } from '../../../support/events.ts';
import { annAdmin, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';

const { logged } = captureOutput();
const session = sidHash('sid-of-ann').slice(0, 8);
const DAY = 86_400;

/** The status that each function answers, asked for something that needs a session. */
async function statuses(event: Record<string, unknown> = {}, services: UpgradeServices = servicesOf()) {
  const upgrade = upgradeOperations(() => services);
  const listed = { ...services, deviceSn: undefined, streamServers: { find: () => Promise.resolve({ stored: [] }) } };
  const list = getStreamServersListPipeline(() => listed);
  const named = {
    ...event,
    routeKey: 'GET /devices/{sn}/V1.0/stream/getStreamServersList',
    pathParameters: { sn: 'SN1' },
  };
  return {
    upgrade: (await invoke(upgrade, gatewayEvent(event))).statusCode,
    list: (await invoke(list, gatewayEvent(named))).statusCode,
  };
}

describe('Each denial is one line, with a stable code, and never with the session id', () => {
  const line = (operation: string, known: object) => ({
    code: 'ACCESS_DENIED',
    text: expect.any(String),
    gatewayRequestId: 'request-1',
    sourceIp: '192.0.2.1',
    operation,
    ...known,
  });
  const cookies = (sid: string, uid: string) => [`cloud-sid=${sid}`, `cloud-uid=${uid}`];

  test.each<[string, Record<string, unknown>, object]>([
    ['no session', { cookies: [] }, {}],
    ['an unknown session', { cookies: cookies('guess', 'ann') }, { session: sidHash('guess').slice(0, 8) }],
    ['the session of another user', { cookies: cookies('sid-of-ann', 'bob') }, { userName: 'ann', session }],
  ])('for %s', async (_what, event, known) => {
    expect(await statuses(event)).toEqual({ upgrade: 401, list: 401 });
    const all = { reason: 'NOT_LOGGED_IN', ...known };
    expect(logged).toEqual([line('start-upgrade', all), line('getStreamServersList', all)]);
    expect(JSON.stringify(logged)).not.toMatch(/sid-of-ann|guess|bob/);
  });

  test('for a user without rights, by name', async () => {
    const sessions = { 'sid-of-ann': { ...annAdmin, role: 'user' as const } };
    expect(await statuses({}, servicesOf({ sessions }))).toEqual({ upgrade: 403, list: 200 });
    expect(logged).toEqual([line('start-upgrade', { reason: 'NOT_PERMITTED', userName: 'ann', session })]);
  });

  test('and what is refused for another reason is none', async () => {
    await statuses({ body: '{' });
    expect(logged).toEqual([]);
  });
});

describe('A session that ends further ahead than the stage allows', () => {
  const expiring = (seconds: number, longestSessionSeconds: number) => ({
    ...servicesOf({ sessions: { 'sid-of-ann': { ...annAdmin, expiresAt: NOW_SECONDS + seconds } } }),
    longestSessionSeconds,
  });

  test.each([
    [30 * DAY, 30 * DAY, 200],
    [30 * DAY + 1, 30 * DAY, 401],
    [200 * 365 * DAY, 30 * DAY, 401],
    [200 * 365 * DAY, Infinity, 200],
  ])('in %i seconds, where %p are allowed, is answered %i', async (seconds, longest, status) => {
    expect(await statuses({}, expiring(seconds, longest))).toEqual({ upgrade: status, list: status });
  });
});

describe('Where the stage has something in front,', () => {
  const hashes = ['old secret', 'new secret'].map((secret) => hash('sha256', secret, 'hex'));
  const read: string[] = [];
  const guarded = (originSecretHashes: readonly string[]) => ({
    ...servicesOf(),
    originSecretHashes,
    sessions: { find: (sid: string) => Promise.resolve(read.push(sid) > 0 ? annAdmin : undefined) },
  });
  const headers = (secret: string) => ({ 'content-type': 'application/json', 'X-Origin-Secret': secret });

  test.each(['old secret', 'new secret'])(
    'what came through it passes, also while the secret is changed: %s',
    async (secret) => {
      expect(await statuses({ headers: headers(secret) }, guarded(hashes))).toEqual({ upgrade: 200, list: 200 });
    },
  );

  test.each([['', 'Old secret', hashes[0] ?? '']])(
    'what did not is refused before anything is read',
    async (secret) => {
      read.length = 0;
      expect(await statuses({ headers: headers(secret) }, guarded(hashes))).toEqual({ upgrade: 403, list: 403 });
      expect(await statuses({}, guarded(hashes))).toEqual({ upgrade: 403, list: 403 });
      expect(read).toEqual([]);
      expect(logged).toContainEqual(expect.objectContaining({ code: 'ACCESS_DENIED', reason: 'NOT_PERMITTED' }));
      expect(JSON.stringify(logged)).not.toContain('secret"');
    },
  );

  test('and elsewhere nothing is asked for', async () => {
    expect(await statuses({}, guarded([]))).toEqual({ upgrade: 200, list: 200 });
  });
});
