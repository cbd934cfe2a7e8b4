import { expect, test } from '@jest/globals';
import { NewestUpgrades } from '../../../../../tools/stage/simulated-devices/newest-upgrades.ts';

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((count) => `01993c5e-7a00-7000-8000-00000000000${String(count)}`);

/** What becomes of events that come in this order. */
function handedOver(events: readonly [sn: string, upgradeId: string | undefined][]) {
  const newest = new NewestUpgrades();
  return events.map(([sn, upgradeId = '']) => newest.handOver({ sn, upgradeId }));
}

test('Each upgrade of a device is handed over, and counted', () => {
  expect(handedOver([['A1', FIRST], ['A1', SECOND], ['A1', THIRD]])).toEqual([0, 1, 2]); // prettier-ignore
});

test('A copy is not, and does not count', () => {
  expect(handedOver([['A1', FIRST], ['A1', FIRST], ['A1', SECOND], ['A1', SECOND]])).toEqual([0, undefined, 1, undefined]); // prettier-ignore
});

test('An event that comes after one of a newer upgrade is not', () => {
  expect(handedOver([['A1', SECOND], ['A1', FIRST], ['A1', SECOND], ['A1', THIRD]])).toEqual([0, undefined, undefined, 1]); // prettier-ignore
});

test('Devices do not get into each other’s way', () => {
  expect(handedOver([['A1', SECOND], ['A2', FIRST], ['a1', FIRST]])).toEqual([0, 0, 0]); // prettier-ignore
});
