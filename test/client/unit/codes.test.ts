/** The client's own copy of the API Status table, and the names that it gives to codes. */
import { expect, test } from '@jest/globals';
import { codeName } from '../../../client/src/index.ts';
import { API_STATUS } from '../../../functions/domain/api-status.ts';

test('Every code of the service has its name in the client, and any other number is unrecognized', () => {
  for (const [name, { code }] of Object.entries(API_STATUS)) expect(codeName(code)).toBe(name);
  expect([codeName(0), codeName(99)]).toEqual(['SUCCESS', 'UNRECOGNIZED']);
});
