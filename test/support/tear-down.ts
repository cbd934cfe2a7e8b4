import { run } from './run.ts';
import { refuseSecrets } from './secrets.ts';

/** Ends what the set-up started, and fails the run if any output of the stage contains a secret. */
export default async function tearDown(): Promise<void> {
  await run.scope.disposeAsync();
  refuseSecrets([...run.output, ...run.events.map((event) => JSON.stringify(event))]);
}
