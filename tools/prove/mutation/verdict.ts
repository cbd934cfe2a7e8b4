import type { Report } from './report.ts';
import { isSurvivor, survivorsOf, type Survivor } from './survivors.ts';

/** Share of the mutants that tests must notice. */
export const LEAST_SCORE = 0.9;

export interface Verdict {
  readonly mutants: number;
  /** Share of the mutants that tests noticed, from 0 to 1. */
  readonly score: number;
  /** Survivors that the list does not explain. */
  readonly unexplained: readonly Survivor[];
  /** Explained in the list for a file that was mutated, but noticed by now, or gone. */
  readonly outdated: readonly Survivor[];
}

/** Holds a run against the list of explained survivors. */
export function judge(report: Report, explained: readonly Survivor[]): Verdict {
  const tried = Object.values(report.files).flatMap(({ mutants }) => mutants.filter(isTried));
  const survivors = survivorsOf(report);
  return {
    mutants: tried.length,
    score: tried.filter((mutant) => !isSurvivor(mutant)).length / tried.length,
    unexplained: without(survivors, explained),
    outdated: without(
      explained.filter(({ file }) => file in report.files),
      survivors,
    ),
  };
}

/** Mutants with which the tests could not even be loaded prove nothing. */
function isTried({ status }: Report['files'][string]['mutants'][number]): boolean {
  return ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status);
}

/** As bags: two mutants that look the same need two entries in the list. */
function without(some: readonly Survivor[], others: readonly Survivor[]): readonly Survivor[] {
  const left = others.map(identity);
  return some.filter((survivor) => {
    const place = left.indexOf(identity(survivor));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

function identity({ file, mutator, line, original, replacement }: Survivor): string {
  return JSON.stringify([file, mutator, line, original, replacement]);
}
