/** Values in tables whose form the store decides: names of users and of tables, ids of upgrades, moments in seconds. */
import { expect, test } from '@jest/globals';
import { decodedUserName, encodedUserName } from '../../../../functions/store/user-names.ts';
import { claimStatements } from '../../../../functions/store/upgrade-statements.ts';
import { upgradeOf } from '../../../support/upgrades.ts';
import { nextUpgradeId } from '../../../../functions/store/upgrade-id.ts';
import { epochSeconds, isAhead } from '../../../../functions/domain/epoch-seconds.ts';
import { NOW_SECONDS } from '../../../support/fakes.ts';

test.each([
  ['ann', 'ann'],
  ['é名 <ann@example.com>', 'é名 <ann@example.com>'],
  ['a"b\\c', 'a%22b%5Cc'],
  ['100%', '100%25'],
  ['a\n\u0085', 'a%0A%C2%85'],
])('The user name %j is stored as %j, and decoded to what it was', (name, stored) => {
  expect(encodedUserName(name)).toBe(stored);
  expect(decodedUserName(stored)).toBe(name);
});

test('A stored name that was never encoded is returned unchanged', () => {
  expect(decodedUserName('100%')).toBe('100%');
});

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

const NOW = new Date('2026-11-27T12:00:00Z');
const timeIn = (id: string) => parseInt(id.replace('-', '').slice(0, 12), 16);
const idAt = (ms: number) => nextUpgradeId(new Date(ms), undefined);

test.each<[string, string | undefined, number]>([
  ['nothing', undefined, 0],
  ['an earlier upgrade', idAt(NOW.getTime() - 1), 0],
  ['one of the same millisecond', idAt(NOW.getTime()), 1],
  ['one of a clock that is an hour ahead', idAt(NOW.getTime() + 3_600_000), 3_600_001],
  ['one in capitals', idAt(NOW.getTime() + 5).toUpperCase(), 6],
  ['one of version 4', 'ffffffff-ffff-4fff-8fff-ffffffffffff', 0],
  ['one whose id is no UUID', 'zzz', 0],
  ['one whose id only begins with a UUID', `${idAt(NOW.getTime() + 5)}x`, 0],
  ['one whose id only ends with a UUID', `x${idAt(NOW.getTime() + 5)}`, 0],
])('The id of an upgrade that replaces %s sorts after it', (_what, replaced, laterMs) => {
  const id = nextUpgradeId(NOW, replaced);
  expect(timeIn(id) - NOW.getTime()).toBe(laterMs);
  if (laterMs > 0) expect(id > (replaced ?? '')).toBe(true);
});

test('The last time that an id can have is kept, not passed', () => {
  expect(timeIn(nextUpgradeId(NOW, 'ffffffff-ffff-7fff-bfff-ffffffffffff'))).toBe(2 ** 48 - 1);
});

test.each([
  ['2026-11-27T12:00:00.000Z', NOW_SECONDS],
  ['2026-11-27T12:00:00.999Z', NOW_SECONDS],
  ['2026-11-27T12:00:01.000Z', NOW_SECONDS + 1],
])('%s is second %i', (moment, second) => {
  expect(epochSeconds(new Date(moment))).toBe(second);
});

test.each([
  ['the second before', NOW_SECONDS - 1, false],
  ['this very second', NOW_SECONDS, false],
  ['the next second', NOW_SECONDS + 1, true],
  ['the last second of ten digits', 9_999_999_999, true],
  ['the first of eleven', 10_000_000_000, false],
  ['a moment in milliseconds', NOW_SECONDS * 1000 + 60_000, false],
])('Whether %s lies ahead', (_what, moment, ahead) => {
  expect(isAhead(moment, NOW_SECONDS)).toBe(ahead);
});
