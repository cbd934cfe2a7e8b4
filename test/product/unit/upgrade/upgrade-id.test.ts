import { expect, test } from '@jest/globals';
import { nextUpgradeId } from '../../../../functions/store/upgrade-id.ts';

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
