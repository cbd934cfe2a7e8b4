/** The conformance suite, run as `npm run conformance` runs it: on the local stage, and on servers with one breach each. */
import { describe, expect, test } from '@jest/globals';
import { responseValidator } from '../../../../tools/contract/response-validator.ts';
import { runRules, type RuleOutcome } from '../../../../tools/operate/conformance/rule.ts';
import { rulesFor } from '../../../../tools/operate/conformance/rules/all.ts';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { runTool } from '../../../support/run-tool.ts';
import { newDevice, stage, storedUpgrade, UPGRADE_PATH } from '../../../support/stage.ts';
import { changed, standIns, startStandIn, type Change } from '../../../support/stand-in.ts';

interface Report {
  readonly passed: boolean;
  readonly notMade: number;
  readonly rules: readonly { rule: string; needs?: string; checks: { name: string; passed: boolean }[] }[];
}

const { admin, user } = DEMO;
const sessions = ['--admin-sid', admin.sid, '--admin-uid', admin.uid, '--user-sid', user.sid, '--user-uid', user.uid];
const extras = ['--other-sn', DEMO.otherProduct, '--unavailable-firmware-id', String(DEMO.withdrawnFirmwareId)];
const conformance = (...args: string[]) => runTool('operate/conformance', args);
const of = (sn: string) => ['--sn', sn, '--firmware-id', String(DEMO.firmwareId)];

const { optionsFor: standIn } = standIns();

describe('npm run conformance on the local stage', () => {
  test('passes with --start, which starts the upgrade once, and checks every rule; and once more while it is under way', async () => {
    const sn = await newDevice();
    const { code, output } = await conformance('--url', stage.url, ...sessions, ...extras, ...of(sn), '--start');
    expect([code, output.match(/✗.*/g)]).toEqual([0, null]);
    expect(output).not.toContain('not checked');
    expect(await storedUpgrade(sn)).toMatchObject({ firmwareId: DEMO.firmwareId, state: 'requested' });
    expect(await storedUpgrade(DEMO.otherProduct)).toBeUndefined();
    // What is under way is told to a batch of devices that differ, in place of a refusal.
    const again = await conformance('--url', stage.url, ...sessions, ...extras, ...of(sn), '--start');
    expect([again.code, again.output.match(/✗.*/g)]).toEqual([0, null]);
  });

  test('needs nothing but --demo for the demo data', async () => {
    const { code, output } = await conformance('--url', stage.url, '--demo');
    expect([code, output.match(/✗.*/g), output.match(/– .*/g)]).toEqual([
      0,
      null,
      ['– not checked: needs --other-sn and --start', '– not checked: needs --start', '– not checked: needs --start'],
    ]);
  });

  test('takes sessions from the environment, and says what it leaves out without a user', async () => {
    const variables = { CONFORMANCE_ADMIN_SID: admin.sid, CONFORMANCE_ADMIN_UID: admin.uid };
    const { code, output } = await runTool('operate/conformance', ['--url', stage.url, ...of(await newDevice())], {
      variables,
    });
    expect([code, output]).toEqual([0, expect.stringContaining('– not checked: needs --user-sid and --user-uid')]);
  });
});

test('Without --start no request names a registered device and a firmware', async () => {
  const sn = await newDevice();
  const server = await startStandIn((answer) => answer);
  await conformance('--url', server.url, ...sessions, ...extras, ...of(sn));
  await server.close();
  const orders = server.requests.filter(({ path }) => path === UPGRADE_PATH);
  expect(orders.length).toBeGreaterThan(30);
  expect(orders.filter(({ body }) => body.includes(sn) || body.includes(DEMO.otherProduct))).toEqual([]);
});

describe('A server that conforms but for one thing breaks the rule:', () => {
  const { firmwareId, otherProduct: otherSn, withdrawnFirmwareId: unavailableFirmwareId } = DEMO;
  const subject = { admin, user, firmwareId, otherSn, unavailableFirmwareId, start: true };
  const checking = { secrets: [admin.sid, user.sid], timeoutSeconds: 10, validate: responseValidator() };
  const LIST = 'The list has one entry for each type';

  test.each<[string, string, Change]>([
    ['lists in another order', LIST, replaced('"type":6', '"type":4')],
    ['gives two servers one id', LIST, replaced(/"id":\d+/g, '"id":1')],
    ['shows a stream key', LIST, replaced('"isConfigured"', '"streamKey":"k","isConfigured"')],
    ['counts a float', LIST, replaced('"totalCount":6', '"totalCount":6.5')],
    [
      'has no list at the bare URL',
      'The list answers GET and POST',
      when(({ path, body }) => path.startsWith('/V1.0') && body === '', {
        status: 405,
        text: '{"message":"Method Not Allowed"}',
      }),
    ],
    [
      'finds unknown devices',
      'A device that is not registered has no list',
      replaced('"status":16,"message":"NOT_EXIST"', '"status":0,"message":"SUCCESS"'),
    ],
    [
      'takes one cookie for a session',
      'start-upgrade needs the cookies',
      when(({ cookie }) => /^cloud-sid=[^;]*$/.test(cookie), { status: 400, text: refusal(7) }),
    ],
    ['tells another code than its status', 'start-upgrade needs the cookies', replaced('"result":37', '"result":31')],
    ['lets everybody in', 'Only administrators', replaced('"result":31', '"result":7')],
    ['takes broken bodies', 'sn is a list', replaced('"result":7', '"result":0')],
    [
      'cannot read JSON with a point',
      'Every other form of a valid body',
      when(({ body }) => body.includes('.0}'), { status: 400, text: refusal(7) }),
    ],
    [
      'calls its JSON something else',
      'The content type is',
      changed({ headers: { 'content-type': 'application/json' } }),
    ],
    ['answers twice for a device', 'details has one entry', repeatedDetail()],
    ['may be cached', 'A request with several errors', changed({ headers: { 'cache-control': 'public' } })],
    ['knows no limit', 'A request has at most 1,000', replaced('"result":17', '"result":0')],
    ['refuses no mixed batch', 'The devices of a batch', replaced('"result":41', '"result":0')],
    ['has one path for all', 'Status, cancellation and dry run', replaced('upgrade-status', 'start-upgrade')],
    [
      'tells the status to all',
      'They need the session',
      replaced('"result":31,"method":"upgrade-s', '"result":7,"method":"upgrade-s'),
    ],
    ['runs dry what it refuses', 'A dry run is refused', replaced('"result":41', '"result":0')],
    ['forgets what it started', 'An upgrade that was started', replaced(/,"upgrade-id":"[^"]*"/g, '')],
    ['starts again what it started', 'A detail of 1 means', replaced('"result":1}', '"result":0}')],
  ])('%s (%s …)', async (_what, rule, change) => {
    const server = await startStandIn(change);
    const rules = rulesFor({ ...subject, sn: await newDevice() });
    const index = rules.findIndex(({ title }) => title.startsWith(rule));
    // With the rule before it, as a rule may be about the upgrade that the one before has started.
    const near = rules.slice(Math.max(index - 1, 0), index + 1);
    let last: RuleOutcome | undefined;
    for await (const outcome of runRules(near, { url: server.url, ...checking })) last = outcome;
    await server.close();
    expect(last?.rule).toMatch(rule);
    expect(last?.checks.every(({ passed }) => passed)).toBe(false);
  });

  function replaced(from: string | RegExp, to: string): Change {
    return (answer) => ({ ...answer, text: answer.text.replaceAll(from, to) });
  }

  /** Replaces some parts of the answers to some requests. */
  function when(isMeant: (asked: Parameters<Change>[1]) => boolean, parts: { status: number; text: string }): Change {
    return (answer, asked) => (isMeant(asked) ? { ...answer, ...parts } : answer);
  }

  function repeatedDetail(): Change {
    return (answer) => ({ ...answer, text: answer.text.replace(/(\{"sn":[^}]*\}),/, '$1,$1,') });
  }

  function refusal(result: number): string {
    return `{"result":${String(result)},"method":"start-upgrade","details":[]}`;
  }
});

describe('A report', () => {
  test('says which part of docs/openapi.yaml an answer breaks', async () => {
    const options = await standIn(changed({ headers: { 'content-type': 'text/plain' } }));
    const { code, output } = await conformance(...options, ...sessions, ...of(await newDevice()));
    expect(code).toBe(1);
    expect(output).toContain('Content-Type text/plain is not documented here');
  });

  test('never holds a session id, whatever the server sends back', async () => {
    const options = await standIn((_answer, { cookie }) => ({
      status: 500,
      headers: { 'cache-control': cookie },
      text: JSON.stringify({ cookie, decoded: decodeURIComponent(cookie) }),
    }));
    for (const format of [[], ['--json']]) {
      const { output, complaint } = await conformance(...options, ...sessions, ...of('A1'), ...format);
      expect(output).toContain('[session id]');
      expect(`${output}${complaint}`).not.toMatch(/demo-(admin|user)-session/);
    }
  });

  test('ends with the first check that is not answered', async () => {
    const options = await standIn(() => 'hang');
    const { code, output } = await conformance(...options, ...sessions, ...of('A1'), '--timeout', '1', '--json');
    const { passed, notMade, rules } = JSON.parse(output) as Report;
    expect([code, passed, rules.length]).toEqual([1, false, 1]);
    expect(notMade).toBeGreaterThan(40);
  });
});
