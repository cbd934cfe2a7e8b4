/** The post-deploy check, run as `npm run smoke` runs it: against the local stage, and against faulty ones. */
import { describe, expect, test } from '@jest/globals';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { freePort } from '../../../../tools/stage/listen.ts';
import { runChecks, type Outcome } from '../../../../tools/operate/http-checks/run-checks.ts';
import { checksFor } from '../../../../tools/operate/smoke/checks.ts';
import { runTool } from '../../../support/run-tool.ts';
import { newDevice, newSession, stage, storedUpgrade, UPGRADE_PATH } from '../../../support/stage.ts';
import { changed, standIns, type Change } from '../../../support/stand-in.ts';

const admin = ['--sid', DEMO.admin.sid, '--uid', DEMO.admin.uid];
const local = ['--url', stage.url];

const { optionsFor: standIn, requests } = standIns();

/** Runs the check with arguments and variables of the environment. */
function smoke(...args: (string | Record<string, string>)[]) {
  const words = args.filter((arg) => typeof arg === 'string');
  const variables = Object.assign({}, ...args.filter((arg) => typeof arg !== 'string')) as Record<string, string>;
  return runTool('operate/smoke', words, { variables });
}

interface Report {
  readonly checks: readonly { readonly passed: boolean }[];
}

async function smokeJson(...args: string[]) {
  const { code, output } = await smoke(...args, '--json');
  return { code, ...(JSON.parse(output) as Report) };
}

/** Which checks failed, by their places in the list. */
const failingChecks = ({ checks }: Report) => checks.flatMap(({ passed }, index) => (passed ? [] : [index]));

describe('npm run smoke on the local stage', () => {
  test('passes without a session', async () => {
    const { code, output } = await smoke(...local);
    expect([code, output.match(/^✓/gm)?.length]).toEqual([0, 6]);
    expect(output).toMatch(/^6 of 6 checks passed: .* Nothing was started\.\n$/m);
  });

  test('passes with the session of an administrator, from the command line or from the environment', async () => {
    const { sid, uid } = await newSession();
    const fromLine = await smoke(...local, '--sid', sid, '--uid', uid);
    const fromEnvironment = await smoke(...local, { SMOKE_SID: sid, SMOKE_UID: uid });
    expect([fromLine.code, fromLine.output.match(/^✓/gm)?.length]).toEqual([0, 13]);
    expect(fromEnvironment).toEqual(fromLine);
  });

  test('needs nothing but --demo for the demo data', async () => {
    expect((await smoke(...local, '--demo')).output).toContain('14 of 14 checks passed');
  });

  test('takes empty variables for none, as a workflow without the secrets sets them', async () => {
    expect((await smoke(...local, { SMOKE_SID: '', SMOKE_UID: '' })).output).toContain('6 of 6');
  });

  test('takes a session id of odd characters', async () => {
    const sid = `odd "id"; é=%41+ ${String(Date.now())}`;
    const { uid } = await newSession({ sidHash: sidHash(sid) });
    expect((await smoke(...local, '--sid', sid, '--uid', uid)).code).toBe(0);
  });

  test('fails with a session that does not count, and with one that is no administrator’s', async () => {
    const expired = await smokeJson(...local, '--sid', DEMO.expired.sid, '--uid', DEMO.expired.uid);
    expect([expired.code, failingChecks(expired)]).toEqual([1, [6, 7, 8, 9, 10, 11, 12]]);
    const user = await smokeJson(...local, '--sid', DEMO.user.sid, '--uid', DEMO.user.uid);
    expect([user.code, failingChecks(user)]).toEqual([1, [7, 8, 9, 10, 11, 12]]);
  });
});

describe('An upgrade', () => {
  test('is not even asked for of a registered device without --start', async () => {
    const sn = await newDevice();
    const options = await standIn((answer) => answer);
    await smoke(...options, ...admin, '--sn', sn, '--firmware-id', String(DEMO.firmwareId));
    const bodies = requests().filter(({ path }) => path === UPGRADE_PATH);
    expect(bodies).toHaveLength(5);
    expect(bodies.filter(({ body }) => body.includes(sn))).toEqual([]);
  });

  test('is started once with --start, and repeated ever after', async () => {
    const sn = await newDevice();
    const options = [...local, ...admin, '--sn', sn, '--firmware-id', String(DEMO.firmwareId), '--start'];
    const first = await smoke(...options);
    expect([first.code, first.output]).toEqual([0, expect.stringContaining('17 of 17 checks passed')]);
    expect(first.output).not.toContain('Nothing was started');
    const started = await storedUpgrade(sn);
    expect(started).toMatchObject({ firmwareId: DEMO.firmwareId, state: 'requested' });
    expect((await smoke(...options)).code).toBe(0);
    expect(await storedUpgrade(sn)).toEqual(started);
  });

  test('that the device refuses fails the check', async () => {
    const sn = await newDevice({ online: false });
    const run = await smokeJson(...local, ...admin, '--sn', sn, '--firmware-id', '21', '--start');
    expect([run.code, failingChecks(run)]).toEqual([1, [14, 15, 16]]);
  });
});

describe('npm run smoke on a faulty stage', () => {
  const all = Array.from({ length: 17 }, (_, index) => index);
  /** The gateway's own 404 has no promised headers. */
  const allButUnknownPath = all.filter((index) => index !== 5);

  test.each<[string, Change, number[]]>([
    ['sends the caller elsewhere', () => ({ status: 302, headers: { location: stage.url }, text: '' }), all],
    ['answers HTML', changed({ text: '<html>' }), all],
    ['may be cached', changed({ headers: { 'cache-control': 'max-age=60' } }), allButUnknownPath],
    ['has another content type', changed({ headers: { 'content-type': 'application/json' } }), allButUnknownPath],
    ['lets browsers guess', changed({ headers: { 'x-content-type-options': '' } }), allButUnknownPath],
    ['tells more than it should', (answer) => ({ ...answer, text: `{"extra":1,${answer.text.slice(1)}` }), all],
    ['lists in another order', textChange('"type":6', '"type":4'), [0, 1, 13]],
    ['lists five', textChange('"totalCount":6', '"totalCount":5'), [0, 1, 13]],
    ['shows stream keys', textChange('"isConfigured"', '"streamKey":"k","isConfigured"'), [0, 1, 13]],
    ['tells another code than its status', textChange('":37', '":31'), [2, 3, 4]],
    ['starts again what it started', textChange('"result":1}', '"result":0}'), [15]],
  ])('that %s fails, and says where', async (_what, change, failing) => {
    const sn = await newDevice();
    const [, url = ''] = await standIn(change);
    const subject = checksFor({ session: DEMO.admin, sn, startFirmwareId: 21 });
    const checks: Outcome[] = [];
    for await (const made of runChecks(subject, { url, timeoutSeconds: 10, secrets: [DEMO.admin.sid] }))
      checks.push(made);
    expect(failingChecks({ checks })).toEqual(failing);
  });

  function textChange(from: string, to: string): Change {
    return (answer) => ({ ...answer, text: answer.text.replaceAll(from, to) });
  }

  test('says for people what was expected, what came, and what is wrong with it', async () => {
    const { code, output } = await smoke(...(await standIn(textChange('":37', '":31'))));
    expect(code).toBe(1);
    expect(output).toContain(
      [
        '✗ An upgrade needs a session',
        '    expected 401 with result 37',
        '    got      401 with {"result":31,"method":"start-upgrade","details":[]}',
        '             body result: Invalid type: Expected 37 but received 31',
        '',
      ].join('\n'),
    );
    expect(output).toMatch(/^3 of 6 checks passed: /m);
  });

  test('passes when its only fault is to name no device, which is none', async () => {
    const text = '{"status":16,"message":"NOT_EXIST","totalCount":0,"serverList":[]}';
    const options = await standIn((answer, { path }) =>
      answer.status === 200 && path.startsWith('/V1.0') ? { ...answer, status: 404, text } : answer,
    );
    expect((await smoke(...options, ...admin)).code).toBe(0);
  });

  test('is told no secret, and none is printed that it sends back', async () => {
    const sid = 'session/of "ann"';
    const options = await standIn((_answer, { cookie }) => {
      const text = JSON.stringify({ cookie, decoded: decodeURIComponent(cookie) });
      return { status: 500, headers: { 'cache-control': cookie }, text };
    });
    for (const format of [[], ['--json']]) {
      const { output, complaint } = await smoke(...options, '--sid', sid, '--uid', 'ann', ...format);
      expect(output).toContain('[session id]');
      expect(`${output}${complaint}`).not.toMatch(/session(\/|%2F)of/);
    }
  });

  test('gets no terminal codes through to the reader', async () => {
    const { output } = await smoke(...(await standIn(changed({ text: '\u001B[2J\u0007\nx' }))));
    // eslint-disable-next-line no-control-regex -- they are what is looked for
    expect(output).not.toMatch(/[\u001B\u0007]/);
  });

  test('that gives no answer in time is told so once, and asked no more', async () => {
    const { code, output } = await smoke(...(await standIn(() => 'hang')), '--timeout', '1');
    expect([code, output]).toEqual([1, expect.stringContaining('got      no answer: none came within 1 s')]);
    expect(output).toContain('0 of 6 checks passed, 5 were not made');
  });

  test('that cannot be reached is told so in one line', async () => {
    const url = `http://127.0.0.1:${String(await freePort())}`;
    const { code, output } = await smoke('--url', url);
    expect([code, output]).toEqual([1, expect.stringMatching(/^ {4}got {6}no answer: .*ECONNREFUSED.*$/m)]);
    expect(output).toMatch(/^0 of 6 checks passed, 5 were not made: .* Nothing was started\.\n$/m);
  });
});
