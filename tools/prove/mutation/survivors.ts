import type { Report } from './report.ts';

/** A mutant that no test notices, described so that it is found again wherever its line has moved. */
export interface Survivor {
  readonly file: string;
  readonly mutator: string;
  /** The line on which it begins, without its margin. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
}

type MutatedFile = Report['files'][string];
type Mutant = MutatedFile['mutants'][number];

/** The mutants that no test noticed, or that no test reached. */
export function survivorsOf({ files }: Report): readonly Survivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(isSurvivor).map((mutant) => described(file, source.split('\n'), mutant)),
  );
}

/** Whether no test noticed a mutant; mutants that are not even a program are neither noticed nor not. */
export function isSurvivor({ status }: Mutant): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

function described(file: string, lines: readonly string[], mutant: Mutant): Survivor {
  const { start, end } = mutant.location;
  const touched = lines.slice(start.line - 1, end.line);
  const tail = (touched.at(-1) ?? '').length - (end.column - 1);
  const original = touched.join('\n').slice(start.column - 1);
  return {
    file,
    mutator: mutant.mutatorName,
    line: (touched[0] ?? '').trim(),
    original: onOneLine(original.slice(0, original.length - tail)),
    replacement: onOneLine(mutant.replacement),
  };
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
