import { describe, expect, test } from '@jest/globals';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { upgradeRecord } from '../../../support/event-log.ts';
import { fleet, fleetJson, folderOf, objectsIn } from '../../../support/fleet.ts';
import { SECRET } from '../../../support/secrets.ts';
import { newDevice, newDevices, newSns, nowSeconds, put, stage, storedUpgrade } from '../../../support/stage.ts';
import { changed, startStandIn } from '../../../support/stand-in.ts';

const variables = { FLEET_SID: DEMO.admin.sid, FLEET_UID: DEMO.admin.uid };

function startCommand(...sns: string[]): string[] {
  return ['upgrade', 'start', ...sns, '--firmware', '21'];
}

/** The code that each device is told. */
async function start(...sns: string[]): Promise<unknown[]> {
  return (await fleetJson(startCommand(...sns), { variables })).map(({ result }) => result);
}

describe('upgrade start', () => {
  test('starts each device once, by the session of options or variables', async () => {
    const sns = await newDevices(2);
    expect(await start(...sns)).toEqual([0, 0]);
    const options = ['--sid', DEMO.admin.sid, '--uid', DEMO.admin.uid];
    const { code, output } = await fleet([...startCommand(...sns), ...options]);
    expect([code, output.replace(/ +/g, ' ')]).toEqual([0, sns.map((sn) => `${sn} 1 REPEAT\n`).join('')]);
  });

  test('fails when a device is not started, and tells each what it was told', async () => {
    const sn = await newDevice();
    const { code, output, complaint } = await fleet([...startCommand(sn, 'nobody'), '--json'], { variables });
    expect([code, objectsIn(complaint)]).toEqual([1, [{ error: '1 of 2 devices were not started' }]]);
    expect(objectsIn(output)).toEqual([
      { sn, result: 0, name: 'SUCCESS' },
      { sn: 'nobody', result: 16, name: 'NOT_EXIST' },
    ]);
  });

  test.each([
    ['a session that does not count', { FLEET_SID: 'SECRET-1', FLEET_UID: 'ann' }, '37 NOT_LOGGED_IN'],
    ['no administrator', { FLEET_SID: DEMO.user.sid, FLEET_UID: DEMO.user.uid }, '31 NOT_PERMITTED'],
  ])('is refused with %s', async (_what, session, code) => {
    const run = await fleet(startCommand(await newDevice()), { variables: session });
    expect(run).toEqual({
      code: 1,
      output: '',
      complaint: `error: The API refused with ${code}; nothing was started\n`,
    });
  });

  test('knows that nothing was started when the API cannot be reached', async () => {
    const folder = folderOf({ ...stage, url: 'http://127.0.0.1:2' });
    const { code, complaint } = await fleet(startCommand('A1'), { variables, folder });
    expect([code, complaint]).toEqual([
      1,
      expect.stringMatching(/^error: [^\n]+ECONNREFUSED[^\n]+nothing was started\n$/),
    ]);
  });

  test.each([
    ['is not JSON', { text: 'SECRET-1' }],
    ['is JSON of another kind', { text: '{"message":"SECRET-1"}' }],
    ['leads elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' }],
  ])('does not know what was started when an answer %s', async (_what, parts) => {
    const standIn = await startStandIn(changed(parts));
    try {
      const folder = folderOf({ ...stage, url: standIn.url });
      const { code, output, complaint } = await fleet(startCommand(await newDevice()), { variables, folder });
      expect([code, output]).toEqual([1, '']);
      expect(complaint).toMatch(/^error: http:\S+ gave no valid answer; [^\n]*repeating is safe\n$/);
      expect(complaint).not.toMatch(SECRET);
    } finally {
      await standIn.close();
    }
  });
});

describe('upgrade start --dry-run', () => {
  test('tells what the API would say, and starts nothing', async () => {
    const sns = await newDevices(3);
    const [free = '', busy = '', same = ''] = sns;
    await put('upgrades', upgradeRecord(busy, { firmwareId: 22 }));
    await put('upgrades', upgradeRecord(same));
    const offline = await newDevice({ online: false });
    const command = startCommand(free, busy, same, offline, 'nobody');
    const { code, output } = await fleet([...command, '--dry-run', '--json']);
    expect([code, objectsIn(output).map(({ result }) => result)]).toEqual([1, [0, 11, 1, 12, 16]]);
    expect(await storedUpgrade(free)).toBeUndefined();
    const told = await fleet([...command, '--json'], { variables });
    expect(told.output).toBe(output);
  });

  test.each([
    ['an unknown firmware', '9', '16 NOT_EXIST'],
    ['a withdrawn firmware', String(DEMO.withdrawnFirmwareId), '38 WRONG_STATE'],
  ])('foresees the refusal of %s', async (_what, firmware, code) => {
    const run = await fleet(['upgrade', 'start', 'A1', '--firmware', firmware, '--dry-run']);
    expect(run).toEqual({ code: 1, output: '', complaint: `error: The API would refuse with ${code}\n` });
  });
});

describe('upgrade finish and fail', () => {
  test('free the device, as the device gateway does', async () => {
    const sn = await newDevice();
    expect(await start(sn)).toEqual([0]);
    expect(await start(sn)).toEqual([1]);
    expect(await fleetJson(['upgrade', 'finish', sn])).toMatchObject([{ sn, state: 'succeeded', outcome: 'recorded' }]);
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'succeeded', progress: 100 });
    expect(await start(sn)).toEqual([0]);
    await fleetJson(['upgrade', 'fail', sn, '--reason', 'no sign of life']);
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'failed', reason: 'no sign of life' });
    expect(await start(sn)).toEqual([0]);
  });

  test('may be repeated, and change nothing then', async () => {
    const sn = await newDevice();
    await start(sn);
    await fleetJson(['upgrade', 'fail', sn, '--reason', 'no sign of life']);
    const { code, output } = await fleet(['upgrade', 'fail', sn, '--reason', 'another']);
    expect([code, output]).toEqual([0, `The upgrade of ${sn} has failed. It was on record already.\n`]);
    expect(await storedUpgrade(sn)).toMatchObject({ reason: 'no sign of life' });
  });

  test('do not turn one end into the other', async () => {
    const sn = await newDevice();
    await start(sn);
    await fleetJson(['upgrade', 'finish', sn]);
    const before = await storedUpgrade(sn);
    const { code, complaint } = await fleet(['upgrade', 'fail', sn, '--reason', 'too late']);
    expect([code, complaint]).toEqual([1, expect.stringMatching(/^error: [^\n]+ has ended otherwise[^\n]+\n$/)]);
    expect(await storedUpgrade(sn)).toEqual(before);
  });

  test.each([['finish'], ['fail', '--reason', 'none']])(
    'make no record where there is none: %s',
    async (...command) => {
      const [name = '', ...options] = command;
      const [sn = ''] = newSns(1);
      const { code, complaint } = await fleet(['upgrade', name, sn, ...options]);
      expect([code, complaint]).toEqual([1, `error: No upgrade is on record for device ${sn}\n`]);
      expect(await storedUpgrade(sn)).toBeUndefined();
    },
  );

  test('leave a record alone that start-upgrade did not write', async () => {
    const [sn = ''] = newSns(1);
    await put('upgrades', { sn, state: 'running' });
    expect((await fleet(['upgrade', 'finish', sn])).code).toBe(1);
    expect(await storedUpgrade(sn)).toEqual({ sn, state: 'running' });
  });
});

describe('upgrade show and list', () => {
  test('show how far an upgrade is, but not the token of its claim', async () => {
    const [sn = ''] = newSns(1);
    await put('upgrades', upgradeRecord(sn, { state: 'running', progress: 40, claimToken: 'SECRET-1' }));
    const shown = await fleet(['upgrade', 'show', sn, '--json']);
    expect(objectsIn(shown.output)).toMatchObject([
      {
        sn,
        state: 'running',
        progress: 40,
        leaseEndsAt: expect.stringMatching(/^2\d{3}-.*Z$/),
        holdsDevice: true,
        stuck: false,
      },
    ]);
    expect(shown.output + (await fleet(['upgrade', 'show', sn])).output).not.toMatch(SECRET);
  });

  test('list those in a state', async () => {
    const sns = newSns(2);
    const [running = '', failed = ''] = sns;
    await put('upgrades', upgradeRecord(running, { state: 'running' }));
    await put('upgrades', upgradeRecord(failed, { state: 'failed', reason: 'checksum mismatch' }));
    const { output } = await fleet(['upgrade', 'list', '--state', 'failed']);
    expect(output).toMatch(new RegExp(`^sn .+^${failed} .+ checksum mismatch$`, 'ms'));
    expect(output).not.toContain(`${running} `);
  });

  test('list those that are stuck: not ended, and the lease has run out, is about to, or is none', async () => {
    const stuck = newSns(4);
    const fine = newSns(3);
    const records = [
      { state: 'requested', leaseEndsAt: nowSeconds() - 5 },
      { state: 'running', leaseEndsAt: nowSeconds() + 60 },
      { state: 'running', leaseEndsAt: undefined },
      { state: 'running', leaseEndsAt: Date.now() },
      { state: 'requested', leaseEndsAt: nowSeconds() + 3600 },
      { state: 'succeeded', leaseEndsAt: nowSeconds() - 5 },
      { state: 'failed', leaseEndsAt: nowSeconds() + 60 },
    ];
    const sns = [...stuck, ...fine];
    for (const [index, record] of records.entries()) await put('upgrades', upgradeRecord(sns[index] ?? '', record));
    const listed = (await fleetJson(['upgrade', 'list', '--stuck'])).map(({ sn }) => String(sn));
    expect(sns.filter((sn) => listed.includes(sn))).toEqual(stuck);
    const running = (await fleetJson(['upgrade', 'list', '--stuck', '--state', 'running'])).map(({ sn }) => String(sn));
    expect(sns.filter((sn) => running.includes(sn))).toEqual(stuck.slice(1));
  });
});
