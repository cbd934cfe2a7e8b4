import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { reportOf } from '../../../../functions/rollout/report.ts';
import { rolloutsIn } from '../../../../functions/store/rollouts.ts';
import type { TableNames } from '../../tables.ts';

const EVERY_MS = 1_000;

/** The newest roll-outs of a stage, as their status tells of them. They are read only while somebody looks. */
export class RolloutList {
  readonly #rollouts: ReturnType<typeof rolloutsIn>;
  /** By a clock that nobody sets. */
  #askedAt = -Infinity;
  #shown: readonly object[] = [];

  constructor(client: DynamoDBClient, tables: TableNames) {
    this.#rollouts = rolloutsIn(tables, client);
  }

  /** What was last read, newest first. It is read again soon, if not within the last second. */
  get shown(): readonly object[] {
    if (performance.now() - this.#askedAt > EVERY_MS) {
      this.#askedAt = performance.now();
      // An unreachable engine is reported elsewhere; what is known stays.
      this.#read().catch(() => undefined);
    }
    return this.#shown;
  }

  async #read(): Promise<void> {
    const { rollouts } = await this.#rollouts.page(undefined);
    this.#shown = rollouts.map((read) => ({ 'rollout-id': read.rolloutId, ...reportOf(read) }));
  }
}
