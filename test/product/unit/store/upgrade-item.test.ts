import { expect, test } from '@jest/globals';
import { TTL_ATTRIBUTE } from '../../../../functions/store/keys.ts';
import { upgradeItem } from '../../../../functions/store/upgrade-item.ts';
import { CLAIMED_AT_SECONDS, upgradeOf } from '../../../support/upgrades.ts';

test('The attribute by which the table forgets records is one that they have', () => {
  expect(upgradeItem(upgradeOf('SN1'))).toHaveProperty(TTL_ATTRIBUTE, CLAIMED_AT_SECONDS + 7_776_000);
});
