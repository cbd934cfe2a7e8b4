import { expect, test } from '@jest/globals';
import { claimStatements } from '../../../../functions/store/upgrade-statements.ts';
import { upgradeOf } from '../../../support/upgrades.ts';

test.each(['', 'ab', 'a"b', 'a b', 'x'.repeat(256)])(
  'A name that no table can have is an error at once: %j',
  (name) => {
    expect(() => claimStatements(name)).toThrow('no valid name');
  },
);

test.each(['abc', 'Stream-fleet_1.Upgrades', 'x'.repeat(255)])(
  'A name that a table can have is in quotes: %j',
  (name) => {
    const { text } = claimStatements(name)({ upgrade: upgradeOf('SN1'), replaced: undefined });
    expect(text).toMatch(`INSERT INTO "${name}" VALUE {`);
  },
);
