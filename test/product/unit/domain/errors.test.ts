/** What the log and whoever debugs see of our own errors. */
import { expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import { Refusal } from '../../../../functions/domain/refusal.ts';

test('A refusal is known by its name and its reason', () => {
  expect(String(new Refusal('NOT_EXIST'))).toBe('Refusal: NOT_EXIST');
  expect(new Refusal('NOT_EXIST').reason).toBe('NOT_EXIST');
});

test('A store that did not answer is known by its name and its task, and keeps the cause', () => {
  const cause = new Error('socket hang up');
  const error = new StoreUnavailable('reading a session', { cause });
  expect(String(error)).toBe('StoreUnavailable: reading a session did not succeed');
  expect(error.cause).toBe(cause);
});
