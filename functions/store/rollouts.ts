import {
  BatchWriteItemCommand,
  GetItemCommand,
  type DynamoDBClient,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import type { Chunk } from '../domain/members.ts';
import { StoreUnavailable, type Rollouts } from '../domain/ports.ts';
import type { Rollout } from '../domain/rollout.ts';
import { logError } from '../log/log.ts';
import { batchGet } from './batch-get.ts';
import { textIn } from './client.ts';
import { backOff, chunksOf } from './batching.ts';
import { HEAD } from './items/rollout.ts';
import { ROLLOUT_KEYS } from './keys.ts';
import { orUnavailable } from './or-unavailable.ts';
import { rolloutChanges } from './rollout-changes.ts';
import { activeIn, pageIn } from './rollout-lists.ts';
import { chunkFrom, chunkItem, headFrom, partOf } from './rollout-records.ts';
import { changeState, isWritten } from './rollout-states.ts';
import { rolloutStatements } from './rollout-statements.ts';
import { claimStatements } from './upgrade-statements.ts';

/** DynamoDB takes at most 25 items in one call. */
const ITEMS_PER_CALL = 25;
/** Calls for the same chunks: the heat of a new roll-out's partition lasts some seconds. */
const ROUNDS = 10;

interface RolloutTables {
  readonly rollouts: string;
  readonly upgrades: string;
}

/** Roll-outs in DynamoDB: a head for each, and its members in chunks. */
export function rolloutsIn({ rollouts: table, upgrades }: RolloutTables, client: DynamoDBClient): Rollouts {
  const statements = rolloutStatements(table);
  const find = async (rolloutId: string): Promise<Rollout | undefined> => {
    const Key = { [ROLLOUT_KEYS.partition]: { S: rolloutId }, [ROLLOUT_KEYS.sort]: { S: HEAD } };
    const read = client.send(new GetItemCommand({ TableName: table, Key, ConsistentRead: true }));
    const { Item } = await orUnavailable('reading a roll-out', read);
    return Item && headFrom(Item);
  };
  return {
    active: () => activeIn(table, client),
    page: (after) => pageIn(table, client, after),
    find,
    findChunks: async (rollout, numbers) => {
      const keys = numbers.map((number) => partOf(rollout, number));
      const fixed = { [ROLLOUT_KEYS.partition]: { S: rollout.rolloutId } };
      const items = await batchGet(client, { table, keyName: ROLLOUT_KEYS.sort, keys, fixed, consistent: true });
      const byPart = new Map(items.map((item) => [textIn(item, ROLLOUT_KEYS.sort), item]));
      return numbers.map((number) => chunkFrom(byPart.get(partOf(rollout, number)), rollout, number));
    },
    create: async (rollout, chunks, inTime = () => true) => {
      const requireTime = () => {
        if (!inTime()) throw new StoreUnavailable('making a roll-out in time');
      };
      await writeChunks(table, client, rollout, chunks, requireTime);
      requireTime();
      const inserted = await isWritten(client, 'making a roll-out', statements.insert(rollout));
      return inserted ? 'written' : 'exists';
    },
    change: rolloutChanges(client, statements, claimStatements(upgrades)),
    pause: (id, { by, at, inTime }) => changeState(client, statements.pause(id, by, at), inTime),
    cancel: (id, { by, at, inTime }) => changeState(client, statements.cancel(id, by, at), inTime),
    setAside: async (id, at) => {
      try {
        const { isWritten: isPaused } = await changeState(client, statements.setAside(id, at), () => true);
        if (!isPaused) await isWritten(client, 'ending an odd roll-out', statements.over(id));
      } catch (error) {
        logError('ROLLOUT_UNANSWERED', error, { rolloutId: id });
      }
    },
  };
}

/** Under a fresh id of the members: nobody else writes them, and until the head names them nobody reads them. */
async function writeChunks(
  table: string,
  client: DynamoDBClient,
  rollout: Rollout,
  chunks: readonly Chunk[],
  requireTime: () => void,
) {
  for (const some of chunksOf(ITEMS_PER_CALL, chunks)) {
    let pending: WriteRequest[] = some.map((chunk) => ({ PutRequest: { Item: chunkItem(rollout, chunk) } }));
    for (let round = 1; ; round += 1) {
      requireTime();
      const command = new BatchWriteItemCommand({ RequestItems: { [table]: pending } });
      const { UnprocessedItems } = await orUnavailable('writing the members of a roll-out', client.send(command));
      pending = UnprocessedItems?.[table] ?? [];
      if (pending.length === 0) break;
      if (round === ROUNDS) throw new StoreUnavailable('writing the members of a roll-out');
      await backOff(round);
    }
  }
}
