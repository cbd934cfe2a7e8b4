import { expect, test } from '@jest/globals';
import { asAdmin, failureOf, fleet, fleetJson, folderOf, newFleet } from '../../../support/fleet.ts';
import { idsFrom } from '../../../support/history.ts';
import { newSns, put, stage, storedUpgrade } from '../../../support/stage.ts';
import { setUpgrade } from '../../../support/event-log.ts';
import { standIns } from '../../../support/stand-in.ts';

test('upgrade history lists all upgrades of a device, newest first, page after page', async () => {
  const [sn = ''] = newSns(1);
  const ids = idsFrom(Date.now(), 201);
  for (const upgradeId of ids)
    await put('upgradeHistory', { sn, upgradeId, state: 'failed', endedAt: '2026-11-27T12:00:00Z' });
  const told = await fleetJson(`upgrade history ${sn}`, asAdmin);
  expect(told.map((each) => each['upgrade-id'])).toEqual(ids.toReversed());
  const { stdout } = await fleet(`upgrade history ${sn}`, asAdmin);
  expect(stdout).toMatch(/^state +firmware-id[^]*\nfailed +- +- +- +- +2026-11-27T12:00:00Z/);
});

test('upgrade history fails for a device of which no upgrade is known', async () => {
  expect(await failureOf('upgrade history no-such-device', asAdmin)).toBe('No upgrade of no-such-device is known');
});

const { optionsFor } = standIns();

test('A campaign has a key: resumed with it, it starts none again that is over, and watch and cancel know its upgrades from others', async () => {
  const { id, family, sns } = await newFleet(4);
  const [done = '', failed = '', fresh = '', another = ''] = sns;
  const start = `upgrade start --all --family ${family} --model 2 --hardware 1.0 --firmware ${id}`;
  expect(await failureOf(start.replace('--model 2', '--model 3'), asAdmin)).toMatch(/^No registered device is of this/);
  await fleetJson(`upgrade start ${another} --firmware ${id} --key of-another`, asAdmin);
  const { stderr } = await fleet(start, asAdmin);
  const key = /^To resume this campaign, run the command again with --key (\S+); without it, a new/m.exec(stderr)?.[1];
  await setUpgrade(done, { state: 'succeeded' });
  await setUpgrade(failed, { state: 'failed', reason: 'power lost' });
  const resumed = await fleet(`${start} --key ${String(key)}`, asAdmin);
  expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('4 devices: 4 REPEAT\n')]);
  const named: unknown[] = [];
  const [, url] = await optionsFor((answer, { body }) => {
    named.push((JSON.parse(body) as { 'upgrade-id': unknown })['upgrade-id']);
    return answer;
  });
  const cancel = `upgrade cancel --all --family ${family} --firmware ${id} --key of-another`;
  const cancelled = await fleetJson(cancel, { ...asAdmin, folder: folderOf({ ...stage, url }) });
  expect(cancelled).toMatchObject([{ sn: another, result: 0 }]);
  expect(named).toEqual([[(await storedUpgrade(another))?.['upgradeId']]]);
  expect(await storedUpgrade(fresh)).toMatchObject({ state: 'requested', requestKey: key });
  await setUpgrade(fresh, { state: 'succeeded' });
  const watched = await fleet(`upgrade watch ${sns.join(' ')} --key ${String(key)}`, asAdmin);
  expect([watched.code, watched.stdout]).toEqual([1, expect.stringMatching(new RegExp(`^${another} +another's`, 'm'))]);
  expect(watched.stderr).toContain("4 upgrades: 2 succeeded, 1 failed, 1 another's\n");
  expect((await fleet(`upgrade watch --key ${String(key)}`, asAdmin)).stderr).toContain(
    '3 upgrades: 2 succeeded, 1 failed\n',
  );
  expect((await fleetJson(start, asAdmin)).map(({ result }) => result)).toEqual([0, 0, 0, 0]);
});
