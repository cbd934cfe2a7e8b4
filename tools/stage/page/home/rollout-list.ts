import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { reportOf } from '../../../../functions/rollout/report.ts';
import { rolloutsIn } from '../../../../functions/store/rollouts.ts';
import type { TableNames } from '../../tables.ts';

const EVERY_MS = 1_000;

/** What tells the newest roll-outs of a stage, the newest first, as their status does. It reads them once a second while it is asked. */
export function newestRollouts(client: DynamoDBClient, tables: TableNames): () => readonly object[] {
  const stored = rolloutsIn(tables, client);
  let shown: readonly object[] = [];
  let askedAt = -Infinity;

  async function read(): Promise<void> {
    const { rollouts } = await stored.page(undefined);
    shown = rollouts.map((rollout) => ({ 'rollout-id': rollout.rolloutId, ...reportOf(rollout) }));
  }

  return () => {
    // By a clock that nobody sets.
    if (performance.now() - askedAt > EVERY_MS) {
      askedAt = performance.now();
      // An unreachable engine is reported elsewhere; what is known stays.
      read().catch(() => undefined);
    }
    return shown;
  };
}
