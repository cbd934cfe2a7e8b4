import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/** Path of the recorded answers, from the root of the project. */
export const RECORDED_FILE = 'tools/contract/recorded.json';

const RecordedSchema = v.strictObject({
  name: v.string(),
  summary: v.string(),
  /** Name of the response in the document's components. */
  response: v.string(),
  request: v.strictObject({ method: v.string(), path: v.string() }),
  status: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.unknown(),
});

/** An answer as it was recorded. */
export type Recorded = v.InferOutput<typeof RecordedSchema>;

/** The recorded answers. Read anew each time, since recording replaces them. */
export function recordedAnswers(): readonly Recorded[] {
  const path = new URL(`../../../${RECORDED_FILE}`, import.meta.url);
  return v.parse(v.array(RecordedSchema), JSON.parse(readFileSync(path, 'utf8')));
}
