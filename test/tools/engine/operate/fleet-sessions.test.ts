import { describe, expect, test } from '@jest/globals';
import { scan } from '../../../../tools/operate/fleet/stage/items.ts';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { fleet, fleetJson } from '../../../support/fleet.ts';
import { documents, newDevice, newSns, newSession, post, stage, nowSeconds } from '../../../support/stage.ts';

function newUser(): string {
  return `user-${newSns(1).join('')}`;
}

/** The HTTP status of start-upgrade with these cookies. */
async function statusWith(cookie: string): Promise<number> {
  return (await post(JSON.stringify({ sn: [await newDevice()], 'firmware-id': 21 }), { cookie })).status;
}

async function storedSessions(user: string) {
  const attributes = ['sidHash', 'userName', 'role', 'expiresAt'];
  const found = [];
  const where = { attribute: 'userName', value: user };
  for await (const item of scan({ ...stage, documents }, { table: 'sessions', attributes, where })) found.push(item);
  return found;
}

describe('session create', () => {
  test('prints two cookies that the API takes', async () => {
    // A name that must be encoded for a header.
    const { code, output } = await fleet(['session', 'create', '--user', 'Zoë "z"; ü=1', '--admin']);
    expect([code, output]).toEqual([0, expect.stringMatching(/^cloud-sid=[\w-]{43}\ncloud-uid=.+\n$/)]);
    expect(await statusWith(output.trim().replace('\n', '; '))).toBe(200);
  });

  test('gives no rights to administer unless asked', async () => {
    const { output } = await fleet(['session', 'create', '--user', newUser()]);
    expect(await statusWith(output.trim().replace('\n', '; '))).toBe(403);
  });

  test('stores the hash of the session id, and the id nowhere', async () => {
    const user = newUser();
    const [created] = await fleetJson(['session', 'create', '--user', user, '--ttl', '90s']);
    const sid = String(created?.['sid']);
    const [stored, ...others] = await storedSessions(user);
    expect(others).toEqual([]);
    expect(stored).toEqual({ sidHash: sidHash(sid), userName: user, role: 'user', expiresAt: expect.any(Number) });
    expect(Math.abs(Number(stored?.['expiresAt']) - nowSeconds() - 90)).toBeLessThan(20);
    expect(JSON.stringify(stored)).not.toContain(sid);
  });
});

describe('session revoke', () => {
  test.each([
    ['as a value', (sid: string) => sid],
    ['as the cookie that was printed', (sid: string) => `cloud-sid=${sid}\n`],
  ])('takes a session id %s, and the API does not know it any more', async (_how, inputOf) => {
    const [{ sid, uid } = {}] = await fleetJson(['session', 'create', '--user', newUser(), '--admin']);
    const cookie = `cloud-sid=${String(sid)}; cloud-uid=${String(uid)}`;
    expect(await statusWith(cookie)).toBe(200);
    const { code, output, complaint } = await fleet(['session', 'revoke'], { input: inputOf(String(sid)) });
    expect([code, complaint]).toEqual([0, '']);
    expect(output).not.toContain(sid);
    expect(await statusWith(cookie)).toBe(401);
  });

  test('takes the hash that the list shows', async () => {
    const user = newUser();
    await fleetJson(['session', 'create', '--user', user]);
    const [listed] = await fleetJson(['session', 'list', '--user', user]);
    await fleetJson(['session', 'revoke', '--hash', String(listed?.['sidHash'])]);
    expect(await storedSessions(user)).toEqual([]);
  });

  test('ends all sessions of a user, and of nobody else', async () => {
    const [user, other] = [newUser(), newUser()];
    for (const each of [user, user, other]) await fleetJson(['session', 'create', '--user', each]);
    expect(await fleetJson(['session', 'revoke', '--user', user])).toEqual([{ userName: user, revoked: 2 }]);
    expect([await storedSessions(user), (await storedSessions(other)).length]).toEqual([[], 1]);
    const again = await fleet(['session', 'revoke', '--user', user]);
    expect([again.code, again.complaint]).toEqual([1, `error: There is no session of ${user}\n`]);
  });

  test('asks for the session when there is none on standard input', async () => {
    const { code, complaint } = await fleet(['session', 'revoke']);
    expect([code, complaint]).toEqual([2, expect.stringMatching(/^error: Which session[^\n]+\n$/)]);
  });

  test('of a session that does not exist fails in one line', async () => {
    const { code, output, complaint } = await fleet(['session', 'revoke'], { input: 'SECRET-1' });
    expect([code, output, complaint]).toEqual([1, '', 'error: There is no such session\n']);
  });
});

describe('session list', () => {
  test('shows the sessions of the user alone, those that have run out included', async () => {
    const user = newUser();
    // From 2020: the engine deletes what has expired, but not what did so more than five years ago.
    await newSession({ userName: user, expiresAt: 1_577_836_800 });
    await newSession({ userName: user, role: 'user' });
    await newSession({ userName: user, expiresAt: 'odd' });
    const sessions = await fleetJson(['session', 'list', '--user', user]);
    expect(sessions.map(({ state, role }) => [state, role]).sort()).toEqual([
      ['expired', 'admin'],
      ['expired', 'admin'],
      ['live', 'user'],
    ]);
  });
});
