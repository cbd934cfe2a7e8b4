import { MARKER } from '../grammar/text.ts';
import { readRequesters, upgradeFaults } from '../properties/upgrade-faults.ts';
import type { FuzzStage, Operation } from '../stage/fuzz-stage.ts';
import type { Failure } from './failure.ts';
import { fuzzEvents } from './fuzz-events.ts';
import type { Plan } from './plan.ts';

/**
 * Shares the plan's events among the operations, and then looks at what all of them together have left: the upgrades on
 * record, and the log.
 */
export async function runFuzz(
  stage: FuzzStage,
  operations: readonly Operation[],
  plan: Plan,
): Promise<readonly Failure[]> {
  const before = await readRequesters(stage);
  const started = new Set<string>();
  const share = { ...plan, runs: Math.ceil(plan.runs / operations.length) };
  const failures: Failure[] = [];
  for (const operation of operations) {
    failures.push(...(await fuzzEvents(stage, operation, share, (sn) => started.add(sn))));
  }
  const unduly = upgradeFaults(before, await readRequesters(stage), started);
  const leaks = stage.logs.filter((line) => line.includes(MARKER)).slice(0, 3);
  return [
    ...failures,
    ...unduly.map((what) => ({ part: 'upgrades on record', what, input: undefined })),
    ...leaks.map((what) => ({ part: 'log', what: `it repeats what was sent: ${what}`, input: undefined })),
  ];
}
