import { run } from './run.ts';
import { refuseSecrets } from './secrets.ts';

/** Ends what the set-up started, and fails the run when anything that the stage has put out holds a secret. */
export default async function tearDown(): Promise<void> {
  await run.scope.disposeAsync();
  refuseSecrets(run.output);
}
