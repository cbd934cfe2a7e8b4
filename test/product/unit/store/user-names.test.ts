import { expect, test } from '@jest/globals';
import { decodedUserName, encodedUserName } from '../../../../functions/store/user-names.ts';

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
