import { expect, test } from '@jest/globals';
import { newUpgrades } from '../../../../functions/upgrade/start/new-upgrades.ts';
import { firmware21, NOW } from '../../../support/fakes.ts';

const order = { firmware: firmware21, requestedBy: 'ann', requestedAt: NOW, leaseSeconds: 3600 };

test('The id of an upgrade tells when it was requested, whenever it is made', () => {
  const [upgrade] = newUpgrades(['SN1'], order);
  const milliseconds = upgrade?.upgradeId.replace('-', '').slice(0, 12);
  expect(parseInt(milliseconds ?? '', 16)).toBe(NOW.getTime());
});

test('A thousand upgrades of one moment have a thousand ids', () => {
  const sns = Array.from({ length: 1000 }, (_, index) => `SN${String(index)}`);
  expect(new Set(newUpgrades(sns, order).map(({ upgradeId }) => upgradeId)).size).toBe(1000);
});
