/** npm run conformance and npm run smoke: which cases they make with what is given, and what they report. */
import { describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { conformance } from '../../../../tools/operate/conformance/conformance.ts';
import { smoke } from '../../../../tools/operate/smoke/smoke.ts';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { freePort } from '../../../../tools/stage/listen.ts';
import { runProgram, type Program } from '../../../support/run-program.ts';
import { newDevice, newSession, stage, storedUpgrade, UPGRADE_PATH } from '../../../support/stage.ts';
import { changed, standIns } from '../../../support/stand-in.ts';

const { admin, user, firmwareId } = DEMO;
const local = ['--url', stage.url];
const asAdmin = ['--sid', admin.sid, '--uid', admin.uid];
const sessions = ['--admin-sid', admin.sid, '--admin-uid', admin.uid, '--user-sid', user.sid, '--user-uid', user.uid];
const extras = ['--other-sn', DEMO.otherProduct, '--unavailable-firmware-id', String(DEMO.withdrawnFirmwareId)];
const of = (sn: string) => ['--sn', sn, '--firmware-id', String(firmwareId)];

const { optionsFor: standIn, requests } = standIns();

async function run(program: Program, args: readonly string[], variables: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runProgram(program, args, { variables });
  return { code, stdout, stderr, failed: stdout.match(/✗.*/g), passed: stdout.match(/✓/g)?.length };
}

/** Runs a tool as npm does. */
function runProcess(tool: string, args: readonly string[], variables: Record<string, string> = {}) {
  const main = fileURLToPath(new URL(`../../../../tools/operate/${tool}/main.ts`, import.meta.url));
  const env = { ...process.env, NODE_OPTIONS: '', ...variables };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

describe('npm run conformance', () => {
  test('makes every case with --start, which starts the upgrade once, and passes again while it is under way', async () => {
    const sn = await newDevice();
    const args = [...local, ...sessions, ...extras, ...of(sn), '--start'];
    const { code, stdout, failed } = await run(conformance, args);
    expect([code, failed]).toEqual([0, null]);
    expect(stdout).not.toContain('not checked');
    const started = await storedUpgrade(sn);
    expect(started).toMatchObject({ firmwareId, state: 'requested' });
    expect(await run(conformance, args)).toMatchObject({ code: 0, failed: null });
    expect(await storedUpgrade(sn)).toEqual(started);
    expect(await storedUpgrade(DEMO.otherProduct)).toBeUndefined();
  });

  test('needs nothing but --demo for the demo data, and tells what it leaves out without --start', async () => {
    const { code, failed, stdout } = await run(conformance, [...local, '--demo']);
    expect([code, failed]).toEqual([0, null]);
    expect(stdout.match(/^– not checked: .*\(needs --start\)$/gm)).toHaveLength(7);
    expect(stdout.match(/^– /gm)).toHaveLength(7);
  });

  test('takes sessions from the environment, and tells what it leaves out without a user', async () => {
    const env = { CONFORMANCE_ADMIN_SID: admin.sid, CONFORMANCE_ADMIN_UID: admin.uid };
    const { code, stdout } = await run(conformance, [...local, ...of(await newDevice())], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('(needs --user-sid and --user-uid)')]);
  });
});

describe('npm run smoke', () => {
  test('makes only what needs no session when there is none: empty variables count as none', async () => {
    const { code, stdout } = await run(smoke, local, { SMOKE_SID: '', SMOKE_UID: '' });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n8 of 8 checks passed: .* Nothing was started\.\n$/)]);
  });

  test('makes more with a session, from arguments or from the environment, and most with a device', async () => {
    const sid = `odd "id"; é=%41+ ${String(Date.now())}`;
    const { uid } = await newSession({ sidHash: sidHash(sid) });
    const fromArguments = await run(smoke, [...local, '--sid', sid, '--uid', uid]);
    expect(fromArguments).toMatchObject({ code: 0, passed: 21 });
    expect(await run(smoke, local, { SMOKE_SID: sid, SMOKE_UID: uid })).toEqual(fromArguments);
    expect(await run(smoke, [...local, '--demo'])).toMatchObject({ code: 0, passed: 22 });
  });

  test('fails with a session that has ended, and with one that is no administrator’s', async () => {
    const ended = [...local, '--sid', DEMO.expired.sid, '--uid', DEMO.expired.uid];
    expect(await run(smoke, ended)).toMatchObject({ code: 1, passed: 8 });
    expect(await run(smoke, [...local, '--sid', user.sid, '--uid', user.uid])).toMatchObject({ code: 1, passed: 9 });
  });

  test('starts the upgrade once with --start, and repeats it ever after', async () => {
    const sn = await newDevice();
    const args = [...local, ...asAdmin, ...of(sn), '--start'];
    const { code, stdout } = await run(smoke, args);
    expect([code, stdout]).toEqual([0, expect.stringContaining('25 of 25 checks passed')]);
    expect(stdout).not.toContain('Nothing was started');
    const started = await storedUpgrade(sn);
    expect(started).toMatchObject({ firmwareId, state: 'requested' });
    expect((await run(smoke, args)).code).toBe(0);
    expect(await storedUpgrade(sn)).toEqual(started);
  });

  test('fails when the device refuses the upgrade', async () => {
    const sn = await newDevice({ online: false });
    const { code, failed } = await run(smoke, [...local, ...asAdmin, ...of(sn), '--start']);
    expect([code, failed?.length]).toEqual([1, 3]);
  });

  test('passes on a stage that names no device, which is no fault', async () => {
    const text = '{"status":16,"message":"NOT_EXIST","totalCount":0,"serverList":[]}';
    const options = await standIn((answer, { path }) =>
      answer.status === 200 && path.startsWith('/V1.0') ? { ...answer, status: 404, text } : answer,
    );
    expect((await run(smoke, [...options, ...asAdmin])).code).toBe(0);
  });
});

test('Without --start no request to start an upgrade names a registered device', async () => {
  const sn = await newDevice();
  const options = await standIn((answer) => answer);
  await run(conformance, [...options, ...sessions, ...extras, ...of(sn)]);
  await run(smoke, [...options, ...asAdmin, ...of(sn)]);
  const bodies = requests().flatMap(({ path, body }) => (path === UPGRADE_PATH ? [body] : []));
  expect(bodies.length).toBeGreaterThan(30);
  expect(bodies.filter((body) => body.includes(sn) || body.includes(DEMO.otherProduct))).toEqual([]);
}, 120_000);

describe('A report', () => {
  test('says for people what was expected, what came and what is wrong with it, without terminal codes', async () => {
    const text = '{"result":31,"method":"start-upgrade","details":[],"x":"\u001B[2J\u0007"}';
    const { code, stdout } = await run(smoke, await standIn(changed({ text })));
    expect(code).toBe(1);
    expect(stdout).toContain(
      '  ✗ start-upgrade: No cookie, whatever is sent\n      expected 401 with 37\n      got      401 with {"result":31,',
    );
    expect(stdout).toContain('\n               the code is undefined, not 37\n');
    // eslint-disable-next-line no-control-regex -- they are what is looked for
    expect(stdout).not.toMatch(/[\u001B\u0007]/);
  });

  test('ends with the first request that is not answered in time', async () => {
    const { code, stdout } = await run(smoke, [...(await standIn(() => 'hang')), '--timeout', '1']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('got      no answer: none came within 1 s')]);
    expect(stdout).toContain('0 of 8 checks passed, 7 were not made');
  });

  test('says in one line that a server cannot be reached', async () => {
    const { code, stdout } = await run(smoke, ['--url', `http://127.0.0.1:${String(await freePort())}`]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^ +got {6}no answer: .*ECONNREFUSED.*$/m)]);
  });
});

describe('The process', () => {
  test.each(['smoke', 'conformance'])(
    'of %s ends with 1 when a check fails, and prints no session id',
    async (tool) => {
      const options = await standIn((_answer, { cookie }) => ({
        status: 500,
        headers: { 'cache-control': cookie },
        text: JSON.stringify({ cookie, decoded: decodeURIComponent(cookie) }),
      }));
      const [sid, uid] = ['session/of "ann"', 'ann'];
      const variables = { SMOKE_SID: sid, SMOKE_UID: uid, CONFORMANCE_ADMIN_SID: sid, CONFORMANCE_ADMIN_UID: uid };
      const { code, stdout, stderr } = await runProcess(tool, [...options, ...of('A1')], variables);
      expect([code, stdout]).toEqual([1, expect.stringContaining('[session id]')]);
      expect(`${stdout}${stderr}`).not.toMatch(/session(\/|%2F)of/);
    },
  );

  test('ends with 0 when all checks pass, and prints JSON for programs', async () => {
    const { code, stdout } = await runProcess('smoke', [...local, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { url: stage.url, passed: true, notMade: 0 }]);
  });
});

describe('Invalid arguments: exit code 2, and one line that repeats no secret', () => {
  const url = ['--url', 'https://stage.example.com'];
  const whole = [...url, '--admin-sid', 'SECRET', '--admin-uid', 'ann', '--sn', 'A1', '--firmware-id', '21'];

  test.each<[string, Program, string[]]>([
    ['no URL', smoke, []],
    ['a URL that carries a password', smoke, ['--url', 'https://ann:SECRET@host']],
    ['a URL that carries a query', smoke, ['--url', 'https://host/?key=SECRET']],
    ['a URL of another kind', smoke, ['--url', 'ftp://SECRET']],
    ['an unknown option', smoke, [...url, '--sids=SECRET']],
    ['a session id without its user', smoke, [...url, '--sid', 'SECRET']],
    ['a device without a session', smoke, [...url, '--sn', 'A1']],
    ['an impossible serial number', smoke, [...url, '--sn', '../A1']],
    ['nothing to start', smoke, [...url, ...asAdmin, '--start', '--sn', 'A1']],
    ['no session of an administrator', conformance, [...url, ...of('A1')]],
    ['no device', conformance, whole.slice(0, 6)],
    ['half a session of a user', conformance, [...whole, '--user-sid', 'SECRET']],
  ])('%s', async (_what, program, args) => {
    const { code, stdout, stderr } = await run(program, args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^[^\n]+\n$/)]);
    expect(stderr).not.toContain('SECRET');
  });
});
