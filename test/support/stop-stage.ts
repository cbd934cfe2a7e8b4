import { refuseSecrets } from './secrets.ts';
import { running } from './running-stage.ts';

/**
 * Stops the stage of the integration tests, and fails the run when anything that the stage has put out in all of it holds
 * a secret.
 */
export default async function stopStage(): Promise<void> {
  await running.stage?.close();
  refuseSecrets(running.output);
}
