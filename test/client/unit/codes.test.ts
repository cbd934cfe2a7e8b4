/** The client's own copy of the API Status table, and what it makes of it. */
import { expect, test } from '@jest/globals';
import { codeName, type Code } from '../../../client/src/index.ts';
import { API_STATUS } from '../../../functions/domain/api-status.ts';

test('Every code of the service has its name in the client', () => {
  for (const [name, { code }] of Object.entries(API_STATUS)) expect(codeName(code)).toBe(name);
  expect(codeName(0)).toBe('SUCCESS');
});

test('A number that is no code has none', () => {
  expect(() => codeName(2 as Code)).toThrow(RangeError);
  // @ts-expect-error -- which the types know too
  expect(() => codeName(99)).toThrow('99 is no result code');
});
