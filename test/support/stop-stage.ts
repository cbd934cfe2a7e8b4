import { SECRET } from './secrets.ts';
import { running } from './running-stage.ts';

/**
 * Stops the stage of the integration tests, and fails the run when anything that the stage has put out in all of it holds
 * a secret.
 */
export default async function stopStage(): Promise<void> {
  await running.stage?.close();
  const leaks = running.output.filter((line) => SECRET.test(line));
  if (leaks.length > 0) throw new Error(`secrets in the output of the stage:\n${leaks.join('\n')}`);
}
