/** Read this first: what start-upgrade does, told once from beginning to end. The folders beside it hold every case. */
import { expect, test } from '@jest/globals';
import type { CurrentUpgrade } from '../../../functions/domain/upgrade.ts';
import type { WriteOutcome } from '../../../functions/domain/write-outcome.ts';
import { startUpgrade } from '../../../functions/upgrade/start/start-upgrade.ts';
import { captureOutput } from '../../support/console.ts';
import { device, firmware21, firmware22, servicesOf } from '../../support/fakes.ts';

captureOutput();

test('Ann starts upgrades: of one device, of a batch, again, to another firmware, with a reply lost, and in vain', async () => {
  // Seven encoders, one of them offline, and a camera are registered. Two firmwares are for encoders.
  const encoders = ['A', 'B', 'C', 'D', 'E', 'F'].map((sn) => device(sn));
  const devices = [...encoders, device('offline', { online: false }), device('camera', { modelId: 71 })];
  const firmwares = { 21: firmware21, 22: firmware22 };
  // What is on record: one upgrade for each device, which is the command to the device and the lock on it.
  const current: Record<string, CurrentUpgrade> = {};
  // The database writes each claim, and reports the outcome to the function.
  let reply: WriteOutcome = { kind: 'written' };
  const services = servicesOf({
    devices,
    firmwares,
    current,
    outcome: ({ upgrade }) => {
      current[upgrade.sn] = { ...upgrade, state: 'requested' };
      return reply;
    },
  });
  const start = async (sns: readonly string[], firmwareId = 21) => {
    const caller = { userName: 'ann', remainingMs: () => 25_000 };
    return Object.fromEntries((await startUpgrade({ sns, firmwareId }, services, caller)).results);
  };

  // One device: its upgrade is put on record, and the device gateway learns of it from there.
  expect(await start(['A'])).toEqual({ A: 'SUCCESS' });
  expect(current['A']).toMatchObject({ firmwareId: 21, state: 'requested', requestedBy: 'ann' });

  // A batch: each device has a result of its own, and one that cannot be started does not spoil the others.
  const batch = { B: 'SUCCESS', C: 'SUCCESS', offline: 'DEVICE_LOST', unknown: 'NOT_EXIST' };
  expect(await start(Object.keys(batch))).toEqual(batch);

  // The same again is no second upgrade, so that whoever is in doubt may ask again.
  expect(await start(['A', 'B'])).toEqual({ A: 'REPEAT', B: 'REPEAT' });

  // Another firmware has to wait until the upgrade has ended, or its lease has run out.
  expect(await start(['A', 'D'], 22)).toEqual({ A: 'DEVICE_BUSY', D: 'SUCCESS' });
  current['A'] = { ...current['A'], state: 'succeeded' } as CurrentUpgrade;
  expect(await start(['A'], 22)).toEqual({ A: 'SUCCESS' });

  // A claim is written, but the reply is lost: the record is read back, and its token shows whose upgrade it is.
  reply = { kind: 'unknown', mayBeWritten: true };
  expect(await start(['E'])).toEqual({ E: 'SUCCESS' });

  // A request that breaks a rule is refused whole: nothing of it is started.
  await expect(start(['F', 'camera'])).rejects.toThrow('CONSTRAINT_VIOLATION');
  await expect(start(['F'], 99)).rejects.toThrow('NOT_EXIST');
  expect(current).not.toHaveProperty('F');
});
