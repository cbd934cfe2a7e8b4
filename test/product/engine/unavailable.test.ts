import { expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../functions/domain/ports.ts';
import { devicesIn } from '../../../functions/store/devices.ts';
import { firmwaresIn } from '../../../functions/store/firmwares.ts';
import { sessionsIn } from '../../../functions/store/sessions.ts';
import { streamServersIn } from '../../../functions/store/stream-servers.ts';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { instead } from '../../support/database-proxy.ts';
import { stage } from '../../support/stage.ts';

const database = databaseOfSuite();
const { sessions, firmwares, devices, upgrades } = stage.tables;

test.each<[string, string, () => Promise<unknown>]>([
  ['a session', 'GetItem', () => sessionsIn(sessions, database.client).find('abc')],
  ['a firmware', 'GetItem', () => firmwaresIn(firmwares, database.client).find(21)],
  ['stream servers', 'GetItem', () => streamServersIn(devices, database.documents).find('SN1')],
  ['a batch', 'BatchGetItem', () => devicesIn(devices, database.client).findMany(['SN1'])],
  ['a batch', 'BatchGetItem', () => upgradesIn(upgrades, database.client).findMany(['SN1'])],
])(
  'A table that refuses reading %s is a store that does not answer, with the cause for the log',
  async (what, call, read) => {
    database.next(1, call, instead(databaseError('AccessDeniedException')));
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).toMatchObject({
      message: `reading ${what} did not succeed`,
      cause: { name: 'AccessDeniedException' },
    });
  },
);
