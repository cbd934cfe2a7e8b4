import { afterEach, beforeEach } from '@jest/globals';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Rollout } from '../../../functions/domain/rollout.ts';
import type { Rollouts } from '../../../functions/domain/ports.ts';
import { made } from '../../../functions/rollout/make.ts';
import { createRequest } from '../../../functions/rollout/request.ts';
import type { Database } from '../database.ts';
import { NOW } from '../fakes.ts';
import { tablesOnEngine, type OwnTables } from './tables-on-engine.ts';

/** More than one chunk. */
export const SNS = Array.from({ length: 95 }, (_, index) => `SN${String(index)}`);
export const REQUEST = createRequest({
  ...{ 'rollout-id': 'spring-21', 'firmware-id': 21 },
  ...{ sn: SNS, waves: [{ percent: 100 }] },
});
export const BY = { by: 'CORP\\ann', at: NOW.toISOString(), inTime: () => true };

/** Tables of its own for each test of a suite, and a new roll-out that is not on record yet. */
export function rolloutSuite(database: Database) {
  const parts = {} as { tables: OwnTables; rollouts: Rollouts; rollout: Rollout };
  beforeEach(async () => {
    parts.tables = await tablesOnEngine(database);
    parts.rollouts = parts.tables.ports.rollouts;
    parts.rollout = made(REQUEST, 'ann "the first"', NOW);
  });
  afterEach(() => parts.tables.drop());
  return Object.assign(parts, {
    /** Sets an attribute of one of its items, or removes it, as a foreign hand. */
    set: async (part: string, name: string, value: unknown) => {
      await database.documents.send(
        new UpdateCommand({
          ...{ TableName: parts.tables.name, Key: { rolloutId: 'spring-21', part } },
          UpdateExpression: value === undefined ? 'REMOVE #name' : 'SET #name = :value',
          ExpressionAttributeNames: { '#name': name },
          ...(value !== undefined && { ExpressionAttributeValues: { ':value': value } }),
        }),
      );
    },
  });
}
