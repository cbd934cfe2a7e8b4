import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());

/** Mutants that no test notices, and why none can, or else why none does. */
export const ExplanationsSchema = v.array(
  v.strictObject({ file: text, mutator: text, replacement: v.string(), reason: text }),
);

type Explanation = v.InferOutput<typeof ExplanationsSchema>[number];

/** Identifies a mutant even when its code moves. Two in a file that share it need two explanations. */
type MutantName = Readonly<Omit<Explanation, 'reason'>>;

/** A mutant after its run: its line, counted from 1, and Stryker's word for what became of it. */
export type Mutant = MutantName & { readonly line: number; readonly status: string };

/**
 * Compares a run with the explanations: with all of them if it was whole, else with those for its files.
 * @returns the number of mutants and the share that tests noticed, the survivors that nothing explains, and the
 * explanations whose mutant is noticed by now, or gone
 */
export function judge(run: readonly Mutant[], all: readonly Explanation[], { isWhole = false } = {}) {
  const explanations = all.filter(({ file }) => isWhole || run.some((mutant) => mutant.file === file));
  const survivors = run.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  // Mutants that keep the tests from loading prove nothing.
  const noticed = run.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  const mutants = noticed.length + survivors.length;
  return {
    mutants,
    score: noticed.length / mutants,
    unexplained: without(survivors, explanations),
    outdated: without(explanations, survivors),
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
