import { userInfo } from 'node:os';
import { describe, expect, test } from '@jest/globals';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { setUpgrade, upgradeRecord } from '../../../support/event-log.ts';
import { fleet, fleetJson, objectsIn } from '../../../support/fleet.ts';
import { SECRET } from '../../../support/secrets.ts';
import { newDevice, newDevices, newSns, nowSeconds, put, storedUpgrade } from '../../../support/stage.ts';

const variables = { FLEET_SID: DEMO.admin.sid, FLEET_UID: DEMO.admin.uid };

/** Starts upgrades, and resolves to the result code of each device. */
async function start(...sns: string[]): Promise<unknown[]> {
  return (await fleetJson(['upgrade', 'start', ...sns, '--firmware', '21'], { variables })).map(({ result }) => result);
}

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
    expect([code, complaint]).toEqual([1, expect.stringMatching(/^error: [^\n]+ has succeeded before[^\n]+\n$/)]);
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

  test.each([
    ['without an id', { upgradeId: undefined }],
    ['with an id of another type', { upgradeId: { odd: [7, null] } }],
    ['with a lease that ends in 2286', { leaseEndsAt: 9_999_999_999 }],
    ['with no lease, in a state that there is not', { state: 'odd', leaseEndsAt: 'odd' }],
  ])('free a device from a record %s', async (_what, oddity) => {
    const sn = await newDevice();
    await put('upgrades', upgradeRecord(sn, { firmwareId: 22, ...oddity }));
    await fleetJson(['upgrade', 'finish', sn]);
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'succeeded', firmwareId: 22 });
    expect(await start(sn)).toEqual([0]);
  });

  test('record who did it and when, until the next upgrade', async () => {
    const sn = await newDevice();
    await start(sn);
    await fleetJson(['upgrade', 'fail', sn, '--reason', 'no sign of life']);
    expect(await fleetJson(['upgrade', 'show', sn])).toMatchObject([
      { endedBy: userInfo().username, endedAt: expect.stringMatching(/^2\d{3}-.*Z$/) },
    ]);
    await start(sn);
    expect(Object.keys((await storedUpgrade(sn)) ?? {})).not.toContain('endedBy');
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

  test('list those in a state and to a firmware, by their serial numbers', async () => {
    const sns = newSns(3);
    const [second = '', running = '', first = ''] = sns.toReversed();
    await put('upgrades', upgradeRecord(running, { state: 'running' }));
    for (const sn of [second, first]) {
      await put('upgrades', upgradeRecord(sn, { state: 'failed', reason: 'checksum mismatch', firmwareId: 4711 }));
    }
    const { output } = await fleet(['upgrade', 'list', '--state', 'failed', '--firmware', '4711']);
    const line = (sn: string) => `${sn} +[\\da-f-]{36} +4711 .+ checksum mismatch\n`;
    expect(output).toMatch(new RegExp(`^sn .+\n${line(first)}${line(second)}$`));
    expect((await fleet(['upgrade', 'list', '--state', 'failed'])).output).not.toContain(`${running} `);
  });

  test('list those that are stuck: nobody reported for a whole lease, or since the request', async () => {
    const stuck = newSns(4);
    const fine = newSns(5);
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const records = [
      { state: 'requested', leaseEndsAt: nowSeconds() - 5 },
      { state: 'running', leaseEndsAt: undefined },
      { state: 'running', leaseEndsAt: Date.now() },
      { state: 'requested', requestedAt: ago(11) },
      { state: 'requested', requestedAt: ago(9) },
      { state: 'running', requestedAt: ago(11) },
      { state: 'running', leaseEndsAt: nowSeconds() + 30 },
      { state: 'succeeded', leaseEndsAt: nowSeconds() - 5 },
      { state: 'failed', leaseEndsAt: nowSeconds() + 60 },
    ];
    const sns = [...stuck, ...fine];
    for (const [index, record] of records.entries()) await put('upgrades', upgradeRecord(sns[index] ?? '', record));
    const listed = async (...options: string[]) => {
      const all = (await fleetJson(['upgrade', 'list', ...options])).map(({ sn }) => String(sn));
      return sns.filter((sn) => all.includes(sn));
    };
    expect(await listed('--stuck')).toEqual(stuck);
    expect(await listed('--stuck', '--state', 'timed-out')).toEqual(stuck.slice(0, 3));
  });
});

test('upgrade cancel takes back what has not begun, and nothing else', async () => {
  const [requested = '', running = ''] = await newDevices(2);
  await start(requested, running);
  await setUpgrade(running, { state: 'running', progress: 0 });
  const { code, output, complaint } = await fleet(['upgrade', 'cancel', requested, running, '--firmware', '21'], {
    variables,
  });
  expect([code, output.replace(/ +/g, ' ')]).toEqual([1, `${requested} 0 SUCCESS\n${running} 38 WRONG_STATE\n`]);
  expect(complaint).toMatch(/^error: 1 of 2 devices were not cancelled: see [^\n]+\n$/);
  const again = await fleetJson(['upgrade', 'cancel', requested, '--firmware', '21'], { variables });
  expect(again).toMatchObject([{ result: 1, name: 'REPEAT' }]);
  const [shown] = await fleetJson(['upgrade', 'show', requested]);
  expect(shown).toMatchObject({ state: 'cancelled', cancelledBy: DEMO.admin.uid });
});

test('upgrade status tells what became of an upgrade', async () => {
  const [sn = ''] = newSns(1);
  await put('upgrades', upgradeRecord(sn, { state: 'failed', progress: 40, reason: 'power lost' }));
  const { code, output, complaint } = await fleet(['upgrade', 'status', sn, 'nobody'], { variables });
  expect([code, complaint]).toEqual([1, 'error: Nothing is known of the upgrades of 1 of 2 devices\n']);
  expect(output).toMatch(new RegExp(`^sn +state [^]+^${sn} +failed +40 [^\n]+ power lost\nnobody +NOT_EXIST `, 'm'));
});

describe('upgrade watch', () => {
  test('shows how far all upgrades to a firmware are until they have ended, and then who failed and why', async () => {
    const sns = newSns(3);
    const [first = '', second = '', third = ''] = sns;
    for (const sn of sns) await put('upgrades', upgradeRecord(sn, { firmwareId: 4712 }));
    await setUpgrade(first, { state: 'succeeded' });
    const watch = fleet(['upgrade', 'watch', '--firmware', '4712', '--every', '1s'], { variables });
    await setUpgrade(second, { state: 'failed', reason: 'power lost' });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await setUpgrade(third, { state: 'succeeded' });
    const { code, output, complaint } = await watch;
    const table = new RegExp(`^sn +state +reason\n${second} +failed +power lost\n$`);
    expect([code, output]).toEqual([1, expect.stringMatching(table)]);
    expect(complaint).toMatch(/^\d of 3 ended: 1 requested, .+$/m);
    expect(complaint).toContain('3 upgrades: 2 succeeded, 1 failed\nerror: 1 of 3 upgrades have not succeeded\n');
    await setUpgrade(second, { state: 'succeeded' });
    expect(await fleetJson(['upgrade', 'watch', ...sns], { variables })).toHaveLength(3);
  });

  test('ends when its time is up, and says when there is nothing to watch', async () => {
    const sn = await newDevice();
    await start(sn);
    const { complaint } = await fleet(['upgrade', 'watch', sn, '--for', '1s', '--every', '1s'], { variables });
    expect(complaint).toContain('error: The time is up, and not all upgrades have ended');
    const none = await fleet(['upgrade', 'watch', '--firmware', '999999999'], { variables });
    expect(none).toEqual({ code: 1, output: '', complaint: 'error: No upgrade to this firmware is on record\n' });
  });
});
