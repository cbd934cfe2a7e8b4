/** npm run conformance and npm run smoke: which cases they make with what is given, and what they report. */
import { describe, expect, jest, test } from '@jest/globals';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { conformance } from '../../../../tools/operate/conformance/conformance.ts';
import { smoke } from '../../../../tools/operate/smoke/smoke.ts';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { freePort } from '../../../../tools/stage/listen.ts';
import { runProgram } from '../../../support/run-program.ts';
import { startServer } from '../../../support/server.ts';
import { newDevice, newSession, stage, storedUpgrade, upgrade, UPGRADE_PATH } from '../../../support/stage.ts';
import { changed, startStandIn, type Change } from '../../../support/stand-in.ts';
import { endOf, startTool } from '../../../support/tool-process.ts';

const { firmwareId } = DEMO;
const local = ['--url', stage.url];
const by = ({ sid, uid }: { sid: string; uid: string }) => ['--sid', sid, '--uid', uid];
const of = (sn: string) => ['--sn', sn, '--firmware-id', String(firmwareId)];

const standIn = async (change: Change) => ['--url', (await startStandIn(change)).url];

async function run(program: typeof smoke, args: readonly string[], variables: Record<string, string> = {}) {
  const { code, stdout } = await runProgram(program, args, { variables });
  return { code, stdout, failed: stdout.match(/✗.*/g), passed: stdout.match(/✓/g)?.length };
}

test.each([
  ['conformance passes with --start on an upgrade', conformance, /\n(\d+) of \1 checks passed/],
  ['smoke starts the upgrade once with --start, and passes again', smoke, /\n42 of 42 checks passed/],
] as const)('%s while it is under way, which stays as it was', async (_name, program, sum) => {
  const sn = await newDevice();
  const args = [...local, '--demo', ...of(sn), '--start'];
  // Its cases are those with which interface.test.ts begins upgrades.
  if (program === conformance) await upgrade([sn], firmwareId);
  else expect(await run(program, args)).toMatchObject({ code: 0, failed: null });
  const started = await storedUpgrade(sn);
  expect(started).toMatchObject({ firmwareId, state: 'requested' });
  const { code, stdout, failed } = await run(program, args);
  expect([code, failed, stdout]).toEqual([0, null, expect.stringMatching(sum)]);
  expect(stdout).not.toMatch(/not checked|Nothing was started/);
  expect(await storedUpgrade(sn)).toEqual(started);
  expect(await storedUpgrade(DEMO.otherProduct)).toBeUndefined();
});

test('Without --start both need nothing but --demo, tell what they leave out, and order no upgrade of a registered device', async () => {
  const sent = jest.spyOn(globalThis, 'fetch');
  const { code, stdout } = await run(conformance, [...local, '--demo']);
  expect([code, stdout.match(/^– not checked: .*\(needs --start\)$/gm)?.length]).toEqual([0, 17]);
  expect(stdout.match(/^– /gm)).toHaveLength(17);
  expect(await run(smoke, [...local, '--demo'])).toMatchObject({ code: 0, passed: 39 });
  const orders = sent.mock.calls.filter(([url]) => url === `${stage.url}${UPGRADE_PATH}`);
  sent.mockRestore();
  expect(orders.length).toBeGreaterThan(30);
  const bodies = orders.map(([, init]) => JSON.stringify(init?.body));
  expect(bodies.filter((body) => body.includes(DEMO.batch[0]) || body.includes(DEMO.otherProduct))).toEqual([]);
});

describe('npm run smoke', () => {
  test('makes more with a session, from arguments or from the environment', async () => {
    const sid = `odd "id"; é=%41+ ${String(Date.now())}`;
    const { uid } = await newSession({ sidHash: sidHash(sid) });
    const fromArguments = await run(smoke, [...local, ...by({ sid, uid })]);
    expect(fromArguments).toMatchObject({ code: 0, passed: 37 });
    expect(await run(smoke, local, { SMOKE_SID: sid, SMOKE_UID: uid })).toEqual(fromArguments);
    const asPrinted = { SMOKE_SID: `${encodeURIComponent(sid)}\r\n`, SMOKE_UID: ` ${encodeURIComponent(uid)}\n` };
    expect(await run(smoke, local, asPrinted)).toEqual(fromArguments);
  });

  test('fails with a session that has ended, with one of no administrator, and when the device refuses the upgrade', async () => {
    expect(await run(smoke, [...local, ...by(DEMO.expired)])).toMatchObject({ code: 1, passed: 16 });
    expect(await run(smoke, [...local, ...by(DEMO.user)])).toMatchObject({ code: 1, passed: 17 });
    const offline = [...local, ...by(DEMO.admin), ...of(await newDevice({ online: false })), '--start'];
    expect(await run(smoke, offline)).toMatchObject({ code: 1, passed: 39 });
  });

  test('with --claim claims the device that is kept for it twice, and gives it back; and again after a run that was cut off', async () => {
    const sn = await newDevice();
    const variables = { SMOKE_SN: sn, SMOKE_FIRMWARE: String(firmwareId) };
    const args = [...local, ...by(DEMO.admin), '--claim'];
    for (const left of ['nothing', 'a cancelled upgrade', 'an upgrade under way']) {
      if (left === 'an upgrade under way') await upgrade([sn]);
      const { code, stdout, passed } = await run(smoke, args, variables);
      expect([left, code, passed]).toEqual([left, 0, 46]);
      expect(stdout).not.toContain('Nothing was started');
      expect(await storedUpgrade(sn)).toMatchObject({ firmwareId, state: 'cancelled' });
    }
  });

  test.each([
    ['SMOKE_SN', { SMOKE_FIRMWARE: '21' }, by(DEMO.admin)],
    ['SMOKE_SN', { SMOKE_SN: '../x', SMOKE_FIRMWARE: '21' }, by(DEMO.admin)],
    ['SMOKE_FIRMWARE', { SMOKE_SN: 'A1', SMOKE_FIRMWARE: '' }, by(DEMO.admin)],
    ['SMOKE_FIRMWARE', { SMOKE_SN: 'A1', SMOKE_FIRMWARE: '0' }, by(DEMO.admin)],
    ['SMOKE_SID', { SMOKE_SN: 'A1', SMOKE_FIRMWARE: '21' }, []],
  ])('with --claim asks nothing while %s is not set, and says what to set (%j)', async (name, variables, session) => {
    const sent = jest.spyOn(globalThis, 'fetch');
    const { code, stderr } = await runProgram(smoke, [...local, ...session, '--claim'], { variables });
    expect([code, stderr, sent.mock.calls.length]).toEqual([2, expect.stringContaining(name), 0]);
    sent.mockRestore();
  });

  test('makes what needs no session when there is none: empty variables count as none; JSON is for programs', async () => {
    const variables = { SMOKE_SID: '', SMOKE_UID: '' };
    const { code, stdout } = await runProgram(smoke, [...local, '--json'], { variables });
    const report = JSON.parse(stdout) as { checks: object[] };
    expect([code, report, report.checks.length]).toMatchObject([0, { url: stage.url, passed: true, notMade: 0 }, 15]);
  });

  test('passes on a stage that names no device, which is no fault', async () => {
    const text = '{"status":16,"message":"NOT_EXIST","totalCount":0,"serverList":[]}';
    const options = await standIn((answer, { path }) =>
      answer.status === 200 && path.startsWith('/V1.0') ? { ...answer, status: 404, text } : answer,
    );
    expect((await run(smoke, [...options, ...by(DEMO.admin)])).code).toBe(0);
  });
});

describe('A report', () => {
  /** What drives a terminal or disguises a text. */
  const HIDDEN = /[^\P{C}\n]|\p{Zl}/u;

  test('says for people what was expected, what came and what is wrong with it, without terminal codes', async () => {
    const text = '{"result":31,"method":"start-upgrade","details":[],"x":"\u001B[2J\u0007\u009B\u202E\u2028"}';
    const { code, stdout } = await run(smoke, await standIn(changed({ text })));
    expect(code).toBe(1);
    expect(stdout).toContain(
      '  ✗ start-upgrade: No cookie, whatever is sent\n      expected 401 with 37\n      got      401 with {"result":31,',
    );
    expect(stdout).toContain('\n               the code is undefined, not 37\n');
    expect(stdout).not.toMatch(HIDDEN);
    const { stdout: json } = await run(smoke, [...(await standIn(changed({ text }))), '--json']);
    expect([json, json.includes('\\u202e')]).toEqual([expect.not.stringMatching(HIDDEN), true]);
  });

  test('ends with the first request that is not answered in time, or not at all', async () => {
    const { code, stdout } = await run(smoke, [...(await standIn(() => 'hang')), '--timeout', '1']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('got      no answer: none came within 1 s')]);
    expect(stdout).toContain('0 of 15 checks passed, 14 were not made');
    const unreachable = await run(smoke, ['--url', `http://127.0.0.1:${String(await freePort())}`]);
    expect([unreachable.code, unreachable.stdout]).toEqual([1, expect.stringMatching(/no answer: .*ECONNREFUSED.*$/m)]);
  });
});

describe('The process', () => {
  test.each([
    ['smoke', '[session id]'],
    ['conformance', '(needs --user-sid and --user-uid)'],
  ])(
    'of %s takes a session from variables, ends with 1 when a check fails, and prints no session id',
    async (tool, told) => {
      await using server = await startServer((request, response) => {
        const { cookie = '' } = request.resume().headers;
        const body = JSON.stringify({ cookie, decoded: decodeURIComponent(cookie) });
        response.writeHead(500, { 'cache-control': cookie }).end(body);
      });
      const [sid, uid] = ['session/of "ann"', 'ann'];
      const variables = { SMOKE_SID: sid, SMOKE_UID: uid, CONFORMANCE_ADMIN_SID: sid, CONFORMANCE_ADMIN_UID: uid };
      const { code, stdout, stderr } = await endOf(startTool(tool, ['--url', server.url, ...of('A1')], { variables }));
      expect([code, stdout]).toEqual([1, expect.stringContaining(told)]);
      expect(`${stdout}${stderr}`).not.toMatch(/session(\/|%2F)of/);
    },
  );
});
