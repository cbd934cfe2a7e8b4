import { join } from 'node:path';
import { assembliesFolder, STAGES, synthesiseOnce, TEMPLATE_ALONE } from './assemblies.ts';
import { run } from './run.ts';

/**
 * Once for the whole run: synthesises all stages, for the tests of the templates. Those besides dev are made in this one
 * process, without the files of their functions: templates are complete without.
 */
export default async function setUp(): Promise<void> {
  const dev = synthesiseOnce(run.scope);
  // Loaded only now, as the process that synthesises dev takes as long.
  const { createApp } = await import('../../infra/create-app.ts');
  // cdk.test.ts makes CDK's own check of each template.
  process.env['CDK_VALIDATION'] = 'false';
  for (const stage of STAGES.filter((each) => each !== 'dev')) {
    createApp({ outdir: join(assembliesFolder(), stage), context: TEMPLATE_ALONE }, stage).synth();
  }
  await dev;
}
