import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../functions/domain/ports.ts';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { newSns, stage } from '../../support/stage.ts';
import { barelyHeld, held, TOLD_OF_BARE } from '../../support/stored-upgrades.ts';
import { EARLIER } from '../../support/upgrades.ts';

const database = databaseOfSuite();
const store = () => upgradesIn(stage.tables.upgrades, database.client);
const { signal } = new AbortController();

describe('What is on record for some devices', () => {
  test('is found by serial number', async () => {
    const [one, other] = [await held(), await held({ state: 'failed' })];
    expect(await store().findMany([one, ...newSns(1), other], signal)).toEqual(
      new Map([
        [one, EARLIER],
        [other, { ...EARLIER, state: 'failed' }],
      ]),
    );
  });

  test('includes all that callers may see, with the user name decoded', async () => {
    const told = { version: '2.2.0', progress: 40, reason: 'none', requestedAt: '2026-11-27T11:59:00.000Z' };
    const [one, other] = [await held({ ...told, requestedBy: 'a%22b' }), await barelyHeld()];
    const untold = { version: undefined, progress: undefined, reason: undefined, requestedAt: undefined };
    expect(await store().describeMany([one, ...newSns(1), other])).toEqual(
      new Map([
        [one, { ...EARLIER, ...told, requestedBy: 'a"b' }],
        [other, { ...TOLD_OF_BARE, ...untold, requestedBy: undefined }],
      ]),
    );
  });

  test('is not waited for when the caller gives up', async () => {
    const caller = new AbortController();
    database.next(9, 'BatchGetItem', () => {
      caller.abort();
      return Promise.resolve('hang');
    });
    const failure = await store()
      .findMany(newSns(1), caller.signal)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).toMatchObject({ message: 'reading a batch did not succeed', cause: { name: 'AbortError' } });
    expect(database.proxy.calls).toHaveLength(1);
  });
});
