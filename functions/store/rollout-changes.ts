import {
  ExecuteTransactionCommand,
  TransactionCanceledException,
  type CancellationReason,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { ChangeOutcome, Claim, RolloutChange } from '../domain/ports.ts';
import { logError } from '../log/log.ts';
import { backOff } from './batching.ts';
import type { rolloutStatements } from './rollout-statements.ts';
import { CONDITION_FAILED, nameOf, PASSING, type Statement } from './statement.ts';

/** A function that writes changes of roll-outs: head, chunks and claims in one transaction. It never rejects. */
export function rolloutChanges(
  client: DynamoDBClient,
  statements: ReturnType<typeof rolloutStatements>,
  claimStatement: (claim: Claim) => Statement,
) {
  return async (change: RolloutChange): Promise<ChangeOutcome> => {
    const { before, chunks, claims } = change;
    const sent = [
      statements.head(change),
      ...chunks.map((each) => statements.chunk(before, each.before, each.after)),
      ...claims.map(claimStatement),
    ];
    const TransactStatements = sent.map(({ text, parameters }) => ({ Statement: text, Parameters: parameters }));
    try {
      // The client's own token goes with all its attempts: one that is repeated after a lost reply is told that it was written.
      await client.send(new ExecuteTransactionCommand({ TransactStatements }));
      return { kind: 'written' };
    } catch (error) {
      const outcome = outcomeOf(error, change);
      // Others are at the same items: a moment later they are done.
      if (outcome.kind === 'superseded') await backOff(1);
      return outcome;
    }
  };
}

function outcomeOf(error: unknown, change: RolloutChange): ChangeOutcome {
  if (error instanceof TransactionCanceledException) return outcomeOfReasons(error.CancellationReasons ?? [], change);
  const name = nameOf(error);
  logError('ROLLOUT_UNANSWERED', new Error(name), { rolloutId: change.before.rolloutId });
  return name === 'ValidationException' ? { kind: 'impossible' } : { kind: 'superseded', why: name };
}

function outcomeOfReasons(reasons: readonly CancellationReason[], change: RolloutChange): ChangeOutcome {
  const { before, chunks, claims } = change;
  const codes = reasons.map(codeOf);
  const ofRollout = codes.slice(0, 1 + chunks.length);
  if (ofRollout.some((code) => !isTaken(code) && !CONDITION_FAILED.test(code) && !PASSING.test(code))) {
    logError('ROLLOUT_UNANSWERED', new Error(ofRollout.join(' ')), { rolloutId: before.rolloutId });
    return { kind: 'impossible' };
  }
  const passing = codes.filter((code) => PASSING.test(code));
  const why = [...new Set([...ofRollout.filter((code) => !isTaken(code)), ...passing])].join(' ');
  if (why !== '') return { kind: 'superseded', why };
  const refusals = claims
    .map(({ upgrade: { sn } }, index) => ({ sn, code: codes[ofRollout.length + index] ?? 'None' }))
    .filter(({ code }) => !isTaken(code));
  for (const { sn, code } of refusals)
    if (!CONDITION_FAILED.test(code)) logError('WRITE_NOT_TAKEN', new Error(code), { sn });
  return { kind: 'refused', sns: new Set(refusals.map(({ sn }) => sn)) };
}

/** In a transaction, DynamoDB Local calls an item that is there already invalid. */
function codeOf({ Code = 'None', Message }: CancellationReason): string {
  return Message?.startsWith('Duplicate primary key') ? 'DuplicateItem' : Code;
}

/** Whether a statement was no reason. */
function isTaken(code: string): boolean {
  return code === 'None';
}
