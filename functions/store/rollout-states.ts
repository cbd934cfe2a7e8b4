import {
  ConditionalCheckFailedException,
  ExecuteStatementCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { OddRollout, StoreUnavailable, type ReadRollout, type StateChange } from '../domain/ports.ts';
import type { RawItem } from './client.ts';
import { headFrom } from './rollout-records.ts';
import type { StateStatements } from './rollout-statements.ts';
import type { Statement } from './statement.ts';

/** A transaction of a run takes up to 170 ms; then the item is free for a moment. */
const CONFLICT_PAUSE_MS = 5;

/** DynamoDB Local names the second without `Exception`. */
const NOT_MET = /^(ConditionalCheckFailedException|DuplicateItem(Exception)?)$/;

/** Changes a state, as often as it takes while others have the head in a transaction. Rejects with StoreUnavailable if in doubt. */
export async function changeState(
  client: DynamoDBClient,
  rolloutId: string,
  { counted, uncounted }: StateStatements,
  inTime: () => boolean,
): Promise<StateChange> {
  let statement = counted;
  while (inTime()) {
    try {
      const { Items: [item] = [] } = await client.send(commandOf(statement));
      return { isWritten: true, found: foundIn(rolloutId, item) };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException)
        return { isWritten: false, found: foundIn(rolloutId, error.Item) };
      const { name } = error instanceof Error ? error : { name: '' };
      // A head in which nothing can be counted is odd; but it can be stopped all the same.
      if (name === 'ValidationException' && statement === counted) statement = uncounted;
      else if (name === 'TransactionConflictException') await pause(CONFLICT_PAUSE_MS);
      else throw new StoreUnavailable('changing the state of a roll-out', { cause: new Error(name) });
    }
  }
  throw new StoreUnavailable('changing the state of a roll-out in time');
}

function commandOf({ text, parameters }: Statement): ExecuteStatementCommand {
  return new ExecuteStatementCommand({
    Statement: text,
    Parameters: parameters,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
}

function foundIn(rolloutId: string, item: RawItem | undefined): StateChange['found'] {
  return item && { ...readHead(rolloutId, item), state: item['state']?.S };
}

/** A head as far as it can be read. */
export function readHead(rolloutId: string, item: RawItem): ReadRollout {
  try {
    return { rolloutId, rollout: headFrom(item) };
  } catch (error) {
    if (error instanceof OddRollout || error instanceof StoreUnavailable) return { rolloutId, rollout: undefined };
    throw error;
  }
}

/** Makes a write of one item. Resolves to whether it was made; if not, its condition does not hold. */
export async function isWritten(client: DynamoDBClient, operation: string, statement: Statement): Promise<boolean> {
  try {
    await client.send(commandOf(statement));
    return true;
  } catch (error) {
    if (error instanceof Error && NOT_MET.test(error.name)) return false;
    throw new StoreUnavailable(operation, { cause: error });
  }
}
