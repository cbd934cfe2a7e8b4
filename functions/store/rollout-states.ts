import {
  ConditionalCheckFailedException,
  ExecuteStatementCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { setTimeout as pause } from 'node:timers/promises';
import { OddRollout, StoreUnavailable, type ReadRollout, type StateChange } from '../domain/ports.ts';
import { textIn, type RawItem } from './client.ts';
import { ROLLOUT_KEYS } from './keys.ts';
import { headFrom } from './rollout-records.ts';
import type { StateStatements } from './rollout-statements.ts';
import { CONDITION_FAILED, nameOf, type Statement } from './statement.ts';

/** A transaction of a run takes up to 170 ms; then the item is free for a moment. */
const CONFLICT_PAUSE_MS = 5;

/** Changes a state, as often as it takes while others have the head in a transaction. Rejects with StoreUnavailable if in doubt. */
export async function changeState(
  client: DynamoDBClient,
  { counted, uncounted }: StateStatements,
  inTime: () => boolean,
): Promise<StateChange> {
  let statement = counted;
  while (inTime()) {
    try {
      const { Items: [item] = [] } = await client.send(commandOf(statement));
      return { isWritten: true, found: foundIn(item) };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return { isWritten: false, found: foundIn(error.Item) };
      const name = nameOf(error);
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

function foundIn(item: RawItem | undefined): StateChange['found'] {
  return item && readHead(item);
}

/** A head as far as it can be read. */
export function readHead(item: RawItem): ReadRollout {
  const found = { rolloutId: textIn(item, ROLLOUT_KEYS.partition), state: item['state']?.S };
  try {
    return { ...found, rollout: headFrom(item) };
  } catch (error) {
    if (error instanceof OddRollout || error instanceof StoreUnavailable) return { ...found, rollout: undefined };
    throw error;
  }
}

/** Makes a write of one item. Resolves to whether it was made; if not, its condition does not hold. */
export async function isWritten(client: DynamoDBClient, operation: string, statement: Statement): Promise<boolean> {
  try {
    await client.send(commandOf(statement));
    return true;
  } catch (error) {
    if (CONDITION_FAILED.test(nameOf(error))) return false;
    throw new StoreUnavailable(operation, { cause: error });
  }
}
