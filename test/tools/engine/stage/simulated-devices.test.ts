import { expect, test } from '@jest/globals';
import { storedDevice } from '../../../support/fleet.ts';
import { start } from '../../../support/reports.ts';
import { deviceEventsOf, simulatedDevice } from '../../../support/simulated-device.ts';
import { storedUpgrade } from '../../../support/stage.ts';
import { until } from '../../../support/until.ts';

test('A simulated device is started, is held while it reports, succeeds, and can be started again', async () => {
  const sn = await simulatedDevice();
  expect([await start(sn), await start(sn)]).toEqual([0, 1]);
  await until(() => deviceEventsOf(sn).length > 0);
  expect(await storedUpgrade(sn)).toMatchObject({ state: 'running', progress: expect.any(Number) });
  expect(await start(sn)).toBe(1);

  await until(() => deviceEventsOf(sn).some(({ what }) => what === 'DeviceSucceeded'));
  expect(await storedUpgrade(sn)).toMatchObject({ state: 'succeeded', progress: 100 });
  expect(await storedDevice(sn)).toMatchObject({ firmwareVersion: '2.4.0' });
  expect(await start(sn)).toBe(0);
});
