import { randomUUID } from 'node:crypto';
import { ExecuteStatementCommand, PutItemCommand, ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Environment, requiredText } from '../../../functions/config/environment.ts';
import type { MemberState } from '../../../functions/domain/members.ts';
import type { Rollouts } from '../../../functions/domain/ports.ts';
import type { Rollout } from '../../../functions/domain/rollout.ts';
import { chunked, made } from '../../../functions/rollout/make.ts';
import { createRequest } from '../../../functions/rollout/request.ts';
import { rolloutsIn } from '../../../functions/store/rollouts.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import type { Subject } from '../subjects.ts';

/** Roll-outs in the tables of a subject. */
export class TestRollouts {
  readonly #tables: { readonly rollouts: string; readonly upgrades: string };
  readonly #client: DynamoDBClient;
  readonly #store: Rollouts;

  constructor({ env }: Subject, client: DynamoDBClient) {
    const { rolloutsTable, upgradesTable } = Environment;
    this.#tables = { rollouts: requiredText(env, rolloutsTable), upgrades: requiredText(env, upgradesTable) };
    this.#client = client;
    this.#store = rolloutsIn(this.#tables, client);
  }

  /** Makes one of a single wave. */
  async make(sn: readonly string[], maxInFlight: number): Promise<Rollout> {
    const brakes = { waves: [{ percent: 100 }], 'max-in-flight': maxInFlight };
    const request = createRequest({ 'rollout-id': randomUUID(), 'firmware-id': DEMO.firmwareId, sn, ...brakes });
    const rollout = made(request, DEMO.admin.uid, new Date());
    await this.#store.create(rollout, chunked(sn));
    return rollout;
  }

  async count(rolloutId: string, state: MemberState): Promise<number> {
    return (await this.#store.find(rolloutId))?.counts[state] ?? 0;
  }

  /** Hides one from all runs. Throws unless it has so many such members: to do less would pass for faster. */
  async end(rolloutId: string, state: MemberState, members: number): Promise<void> {
    const found = await this.count(rolloutId, state);
    if (found !== members) throw new Error(`${String(found)} members are ${state} instead of ${String(members)}`);
    const Statement = `UPDATE "${this.#tables.rollouts}" SET "phase" = 'over' WHERE "rolloutId" = ? AND "part" = 'head'`;
    await this.#client.send(new ExecuteStatementCommand({ Statement, Parameters: [{ S: rolloutId }] }));
  }

  /**
   * Write units of a transaction of all that is on record. DynamoDB Local tells none for a transaction; but it does for single
   * writes, of which each costs half as much.
   */
  async unitsOfAll(): Promise<number> {
    let units = 0;
    for (const TableName of Object.values(this.#tables)) {
      const { Items = [] } = await this.#client.send(new ScanCommand({ TableName }));
      const puts = Items.map((Item) => new PutItemCommand({ TableName, Item, ReturnConsumedCapacity: 'TOTAL' }));
      const replies = await Promise.all(puts.map((put) => this.#client.send(put)));
      for (const { ConsumedCapacity } of replies) units += 2 * (ConsumedCapacity?.CapacityUnits ?? NaN);
    }
    return units;
  }
}
