import { ask, startProcesses, type Bench } from '../bench.ts';
import { startCostCounter } from '../database/cost-counter.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { REQUESTS, sizesOf, type RequestName } from '../requests.ts';

const isRequest = (name: string): name is RequestName => Object.hasOwn(REQUESTS, name);
const NAMES = Object.keys(REQUESTS).filter(isRequest);

/**
 * Counts what each request of each size costs at the database. As every subject answers every request that it knows
 * here, this also shows that all answer right.
 */
export async function countCosts(bench: Bench, database: TestDatabase): Promise<void> {
  await using scope = new AsyncDisposableStack();
  const counter = await startCostCounter(scope, database.endpoint);
  const contenders = startProcesses(scope, bench, counter.endpoint, NAMES);
  const answering = (name: RequestName) => contenders.filter(({ subject }) => subject.answers.includes(name));
  for (const size of sizesOf(NAMES)) {
    const batches = await database.devices(size, 1);
    for (const name of NAMES.filter((one) => REQUESTS[one].sizes.includes(size))) {
      for (const contender of answering(name)) {
        await ask(contender, name, batches);
        for (const [cost, value] of counter.take()) bench.ledger.add(contender.subject.name, [cost, size, name], value);
      }
    }
  }
}
