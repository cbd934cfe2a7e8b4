import { STAGES, synthesiseStages } from './assemblies.ts';
import { run } from './run.ts';

/** Once for the whole run: synthesises all stages, for the tests of the templates. */
export default function setUp(): Promise<void> {
  return synthesiseStages(run.scope, STAGES);
}
