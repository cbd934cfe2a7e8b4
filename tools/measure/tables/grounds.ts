import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { startEngine } from '../../stage/engine.ts';
import type { Template } from '../../stage/template.ts';
import type { Table } from '../measure/ledger.ts';
import { Database, serialNumber } from './database.ts';
import type { Recorded } from './stand-in-answers.ts';

/** A database to run subjects against. */
export interface Ground {
  readonly table: Table;
  readonly endpoint: string;
  readonly supply: Supply;
}

/** DynamoDB Local, whose devices can be changed directly. */
export interface LocalGround extends Ground {
  readonly database: Database;
}

/** Hands out devices that a subject has not claimed yet. Subjects have tables of their own, so all get the same ones. */
class Supply {
  readonly #register: (count: number) => Promise<void>;
  readonly #used = new Map<string, number>();

  /** @param register makes sure that this many devices are registered */
  constructor(register: (count: number) => Promise<void>) {
    this.#register = register;
  }

  /** This many batches of fresh serial numbers. */
  async take(subject: string, batch: number, batches: number): Promise<string[][]> {
    const first = this.#used.get(subject) ?? 0;
    const end = first + batch * batches;
    this.#used.set(subject, end);
    await this.#register(end);
    return Array.from({ length: batches }, (_, index) =>
      Array.from({ length: batch }, (_, place) => serialNumber(first + index * batch + place)),
    );
  }
}

/** Starts DynamoDB Local with the tables of the stack and of each subject, and a stand-in that answers as it does. */
export async function startGrounds(scope: AsyncDisposableStack, template: Template, subjects: readonly string[]) {
  const { endpoint } = await startEngine(scope);
  const database = await Database.prepare(scope, { endpoint, template, subjects });
  const register = (count: number) => database.registerDevices(count);
  await register(1);
  const local: LocalGround = { table: 'DynamoDB Local', endpoint, supply: new Supply(register), database };
  const standIn: Ground = {
    table: 'stand-in',
    endpoint: await startStandIn(scope, await database.record()),
    supply: new Supply(() => Promise.resolve()),
  };
  return { local, standIn };
}

const STAND_IN = fileURLToPath(new URL('stand-in.ts', import.meta.url));
const readySchema = v.object({ port: v.number() });

/** Starts a stand-in for the database that answers with what was recorded; resolves to its URL. */
async function startStandIn(scope: AsyncDisposableStack, recorded: Recorded): Promise<string> {
  const child = fork(STAND_IN, [], { execArgv: [] });
  scope.defer(async () => {
    child.kill();
    await once(child, 'exit');
  });
  child.send(recorded);
  const ready: readonly unknown[] = await once(child, 'message');
  return `http://127.0.0.1:${String(v.parse(readySchema, ready[0]).port)}`;
}
