import * as v from 'valibot';

const Mutant = v.object({
  mutatorName: v.string(),
  replacement: v.string(),
  status: v.string(),
  /** Lines count from 1. */
  location: v.object({ start: v.object({ line: v.number() }) }),
});

/** The part of a Stryker report that is judged: the status of each mutant, by path in the project. */
export const ReportSchema = v.object({ files: v.record(v.string(), v.object({ mutants: v.array(Mutant) })) });

export type Report = v.InferOutput<typeof ReportSchema>;

/** Identifies a mutant even when its code moves. Two in a file that share it need two explanations. */
interface MutantName {
  readonly file: string;
  readonly mutator: string;
  readonly replacement: string;
}

const text = v.pipe(v.string(), v.nonEmpty());

/** Mutants that no test notices, and why none can, or else why none does. */
export const ExplanationsSchema = v.array(
  v.strictObject({ file: text, mutator: text, replacement: v.string(), reason: text }),
);

export type Explanation = v.InferOutput<typeof ExplanationsSchema>[number];

/** A mutant that no test noticed, or that no test reached. */
interface Survivor extends MutantName {
  readonly line: number;
}

export interface Verdict {
  readonly mutants: number;
  /** Share of the mutants that tests noticed, from 0 to 1. */
  readonly score: number;
  readonly unexplained: readonly Survivor[];
  /** Explanations for mutated files whose mutant is noticed by now, or gone. */
  readonly outdated: readonly Explanation[];
}

/** Statuses that count: mutants that keep the tests from loading prove nothing. */
const TRIED = ['Killed', 'Timeout', 'Survived', 'NoCoverage'];

/** Compares a run with the explanations. */
export function judge({ files }: Report, explanations: readonly Explanation[], { isWhole = false } = {}): Verdict {
  const tried = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.filter(({ status }) => TRIED.includes(status)).map((mutant) => ({ file, ...mutant })),
  );
  const survivors = tried
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ file, mutatorName, replacement, location }) => ({
      ...{ file, mutator: mutatorName, replacement },
      line: location.start.line,
    }));
  return {
    mutants: tried.length,
    score: 1 - survivors.length / tried.length,
    unexplained: without(survivors, explanations),
    outdated: without(
      explanations.filter(({ file }) => isWhole || file in files),
      survivors,
    ),
  };
}

/** Multiset difference: each of the others removes one. */
function without<Named extends MutantName>(some: readonly Named[], others: readonly MutantName[]): readonly Named[] {
  const left = others.map(identity);
  return some.filter((mutant) => {
    const place = left.indexOf(identity(mutant));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

function identity({ file, mutator, replacement }: MutantName): string {
  return JSON.stringify([file, mutator, replacement.replaceAll(/\s+/g, ' ').trim()]);
}
