import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Survivor } from './survivors.ts';

const LIST = 'docs/reliability/surviving-mutants.json';

const text = v.pipe(v.string(), v.nonEmpty());

const ListSchema = v.array(
  v.strictObject({
    file: text,
    mutator: text,
    line: text,
    original: text,
    replacement: v.string(),
    /** Why no test can notice it; or else, why none does. */
    reason: text,
  }),
);

/** The survivors that are known and explained. */
export async function explainedSurvivors(): Promise<readonly Survivor[]> {
  return v.parse(ListSchema, JSON.parse(await readFile(LIST, 'utf8')));
}
