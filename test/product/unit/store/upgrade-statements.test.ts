import { expect, test } from '@jest/globals';
import { claimStatements } from '../../../../functions/store/upgrade-statements.ts';
import { EARLIER, upgradeOf } from '../../../support/upgrades.ts';

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

test('A claim over an earlier upgrade replaces the whole record, provided that upgrade is still there and no longer live', () => {
  const { text, parameters } = claimStatements('Upgrades')({ upgrade: upgradeOf('SN1'), replaced: EARLIER });
  const all = ['upgradeId', 'firmwareId', 'version', 'location', 'sizeBytes', 'sha256', 'claimToken', 'requestedBy'];
  const set = [...all, 'requestKey', 'requestedAt', 'cancelledBy', 'state', 'leaseEndsAt', 'expiresAt'];
  const remove = ['decidedAt', 'progress', 'reason', 'cancelledAt', 'cancelToken', 'endedBy', 'endedAt'];
  const isLive = `"state" IN ['requested', 'running'] AND "leaseEndsAt" BETWEEN ? AND ?`;
  expect(text).toBe(
    [
      'UPDATE "Upgrades"',
      ...set.map((name) => `SET "${name}" = ?`),
      ...remove.map((name) => `REMOVE "${name}"`),
      `WHERE "sn" = ? AND "upgradeId" = ? AND NOT (${isLive})`,
    ].join(' '),
  );
  expect(parameters).toHaveLength(text.split('?').length - 1);
});
