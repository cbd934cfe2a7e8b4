/** The chain of database calls and nothing else: claims as statements, 25 per call, as many concurrent calls as ours. */
import { randomUUID } from 'node:crypto';
import { BatchExecuteStatementCommand } from '@aws-sdk/client-dynamodb';
import pLimit from 'p-limit';
import { chunksOf, client, lowLevelHandler } from './low-level.ts';

const STATEMENTS_PER_CALL = 25;
const limit = pLimit(8);

/** start-upgrade with as few calls as possible. Throws if a claim fails, which none of the benchmark's does. */
export const handler = lowLevelHandler((table, sns, common) => {
  const names = ['sn', 'upgradeId', ...Object.keys(common)];
  const Statement = `INSERT INTO "${table}" VALUE {${names.map((name) => `'${name}': ?`).join(', ')}}`;
  const shared = Object.values(common);
  const claim = async (chunk: readonly string[]) => {
    const Statements = chunk.map((sn) => ({
      Statement,
      Parameters: [{ S: sn }, { S: randomUUID() }, ...shared],
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    }));
    const { Responses = [] } = await client.send(new BatchExecuteStatementCommand({ Statements }));
    const failure = Responses.find(({ Error: error }) => error !== undefined)?.Error;
    if (failure !== undefined) throw new Error(`a claim failed: ${String(failure.Code)}`);
  };
  return Promise.all(chunksOf(STATEMENTS_PER_CALL, sns).map((chunk) => limit(claim, chunk)));
});
