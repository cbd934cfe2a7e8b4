import { describe, expect, jest, test } from '@jest/globals';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { scan } from '../../../../tools/operate/fleet/stage/stage.ts';
import { failureOf, fleet, fleetJson } from '../../../support/fleet.ts';
import { documents, newDevice, newSession, newSns, nowSeconds, post, stage } from '../../../support/stage.ts';

const newUser = () => `user-${newSns(1).join('')}`;

/** The HTTP status of start-upgrade with these cookies. */
async function statusWith(cookie: string): Promise<number> {
  return (await post(JSON.stringify({ sn: [await newDevice()], 'firmware-id': 21 }), { cookie })).status;
}

function storedSessions(user: string) {
  const attributes = ['sidHash', 'userName', 'role', 'expiresAt'];
  const where = { attribute: 'userName', value: user };
  return Array.fromAsync(scan({ ...stage, documents }, { table: 'sessions', attributes, where }));
}

describe('session create', () => {
  test('prints two cookies that the API accepts, and the tool as they are printed', async () => {
    // A name that must be encoded for a header.
    const { code, stdout } = await fleet(['session', 'create', '--user', 'Zoë "z"; ü=1', '--admin']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^cloud-sid=[\w-]{43}\ncloud-uid=.+\n$/)]);
    expect(await statusWith(stdout.trim().replace('\n', '; '))).toBe(200);
    const [FLEET_SID = '', FLEET_UID = ''] = stdout.split('\n').map((line) => ` ${line.replace(/^.*?=/, '')}\r\n`);
    const { stderr } = await fleet('upgrade status nobody', { variables: { FLEET_SID, FLEET_UID } });
    expect(stderr).toContain('Nothing is known of the upgrades of 1 of 1 devices');
  });

  test('makes no administrator unless asked, and stores only the hash of the session id', async () => {
    const user = newUser();
    const [created] = await fleetJson(`session create --user ${user} --ttl 90s`);
    const sid = String(created?.['sid']);
    const stored = await storedSessions(user);
    expect(stored).toEqual([{ sidHash: sidHash(sid), userName: user, role: 'user', expiresAt: expect.any(Number) }]);
    expect(Math.abs(Number(stored[0]?.['expiresAt']) - nowSeconds() - 90)).toBeLessThan(20);
    expect(JSON.stringify(stored)).not.toContain(sid);
  });
});

test.each([
  [119.6 * 60_000, 'slow', 'early'],
  [-2 * 3_600_000, 'fast', 'late'],
])('session create says so when the clock of the machine is off by %d ms', async (off, direction, when) => {
  const { now } = Date;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - off);
  const { stderr } = await fleet('session create --user ann');
  clock.mockRestore();
  expect(stderr).toContain(
    `is 120 minutes ${direction}, so the session ends 120 minutes too ${when}: set the clock.\n`,
  );
});

describe('session revoke', () => {
  test.each([
    ['a session id', (sid: string) => sid],
    ['one in quotes', (sid: string) => ` "${sid}"\r\n`],
    ['what was printed', (sid: string) => `cloud-sid=${sid}\ncloud-uid=ann%40example.com\n`],
    ['what was printed as JSON', (sid: string) => JSON.stringify({ sid, uid: 'ann', role: 'user' })],
    ["a browser's cookies", (sid: string) => `connect.sid=s%3Ax; cloud-uid=ann; cloud-sid=${sid}; theme=dark`],
    ['a header', (sid: string) => `Cookie: cloud-sid="${sid}"; cloud-uid=ann`],
    ['an option of curl', (sid: string) => `--cookie 'cloud-uid=ann; cloud-sid=${sid}'`],
    ['a variable', (sid: string) => `export FLEET_SID='${sid}'`],
    ['the hash', (sid: string) => sidHash(sid)],
  ])('reads %s from standard input, and the API refuses it from then on', async (_what, inputOf) => {
    const [{ sid, uid } = {}] = await fleetJson(`session create --user ${newUser()} --admin`);
    const cookie = `cloud-sid=${String(sid)}; cloud-uid=${String(uid)}`;
    expect(await statusWith(cookie)).toBe(200);
    const { code, stdout, stderr } = await fleet('session revoke', { input: inputOf(String(sid)) });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain(sid);
    expect(await statusWith(cookie)).toBe(401);
  });

  test('takes the hash that the list shows, or ends all sessions of a user, and of nobody else', async () => {
    const [user, other] = [newUser(), newUser()];
    for (const each of [user, user, user, other]) await fleetJson(`session create --user ${each}`);
    const [listed] = await fleetJson(`session list --user ${user}`);
    await fleetJson(`session revoke --hash ${String(listed?.['sidHash'])}`);
    expect(await fleetJson(`session revoke --user ${user}`)).toEqual([{ userName: user, revoked: 2 }]);
    expect([await storedSessions(user), (await storedSessions(other)).length]).toEqual([[], 1]);
    expect(await failureOf(`session revoke --user ${user}`)).toBe(`There is no session of ${user}`);
  });

  test.each([
    ...['', ' \n', 'cloud-uid=ann', 'cloud-sid=; cloud-uid=ann', 'sid=SECRET-1; sid=SECRET-2', '{"sid":7}', 'a b'],
  ])('asks for the session when there is not exactly one on standard input: %j', async (input) => {
    const { code, stderr } = await fleet('session revoke', { input });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: Which session[^\n]+\n$/)]);
  });

  test('fails for a session that does not exist', async () => {
    expect(await failureOf('session revoke', { input: 'SECRET-1' })).toBe('There is no such session');
  });
});

test('session list shows the sessions of the user alone, expired ones included', async () => {
  const user = newUser();
  // From 2020: the engine deletes what has expired, but not what did so more than five years ago.
  await newSession({ userName: user, expiresAt: 1_577_836_800 });
  await newSession({ userName: user, role: 'user' });
  await newSession({ userName: user, expiresAt: 'odd' });
  const sessions = await fleetJson(`session list --user ${user}`);
  const found = sessions.map(({ state, role }) => `${String(state)} ${String(role)}`);
  expect(found.sort()).toEqual(['expired admin', 'expired admin', 'live user']);
});
