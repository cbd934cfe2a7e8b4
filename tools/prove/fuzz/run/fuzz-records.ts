import fc from 'fast-check';
import type { RecordKind } from '../records/kinds.ts';
import type { FuzzStage } from '../stage/fuzz-stage.ts';
import { failureOf, type Failure } from './failure.ts';
import type { Plan } from './plan.ts';

/** Puts as many odd records of a kind as the plan says, and resolves to the failure, shrunk, or to none. */
export async function fuzzRecords(stage: FuzzStage, kind: RecordKind, plan: Plan): Promise<readonly Failure[]> {
  let number = 0;
  const property = fc.asyncProperty(kind.items, async (item) => {
    const faults = await kind.attempt(stage, item, (number += 1));
    plan.onRun();
    fc.pre(faults !== undefined);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  return failureOf(kind.name, await fc.check(property, { seed: plan.seed, numRuns: plan.runs }));
}
