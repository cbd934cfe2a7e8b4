import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

/** Where Stryker's configuration lets it write its report. */
export const REPORT = '.local/mutation/report.json';

const Position = v.object({ line: v.number(), column: v.number() });

const Mutant = v.object({
  mutatorName: v.string(),
  replacement: v.string(),
  status: v.string(),
  /** Lines and columns count from 1. */
  location: v.object({ start: Position, end: Position }),
});

const ReportSchema = v.object({
  /** By path in the project. */
  files: v.record(v.string(), v.object({ source: v.string(), mutants: v.array(Mutant) })),
});

/** A run of Stryker, as far as it is judged: the sources that it mutated, and what became of each mutant. */
export type Report = v.InferOutput<typeof ReportSchema>;

/** What the last run came to. */
export async function readReport(): Promise<Report> {
  return v.parse(ReportSchema, JSON.parse(await readFile(REPORT, 'utf8')));
}
