import { expect, test } from '@jest/globals';
import { asAdmin, failureOf, fleet, fleetJson } from '../../../support/fleet.ts';
import { idsFrom } from '../../../support/history.ts';
import { newSns, put } from '../../../support/stage.ts';

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
