import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Sample } from './sample.ts';
import { samples } from './samples.ts';

/** Path of the recorded bodies, by the names of their samples, from the root of the project. */
export const RECORDED_FILE = 'tools/contract/recorded.json';

const Bodies = v.record(v.string(), v.looseObject({}));

/** A sample, and the body with which a local stage answered it. */
export interface Recorded extends Pick<Sample, 'name' | 'summary' | 'response'> {
  readonly body: object;
}

/** The recorded answers. Read anew each time, since recording replaces them. Throws when a sample has none. */
export function recordedAnswers(): readonly Recorded[] {
  const path = new URL(`../../../${RECORDED_FILE}`, import.meta.url);
  const bodies = v.parse(Bodies, JSON.parse(readFileSync(path, 'utf8')));
  return samples.map(({ name, summary, response }) => {
    const body = bodies[name];
    if (body === undefined) throw new Error(`${name} is not recorded: npm run openapi -- --record`);
    return { name, summary, response, body };
  });
}
