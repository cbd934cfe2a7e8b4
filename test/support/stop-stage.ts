import { running } from './running-stage.ts';

/** Stops the stage of the integration tests. */
export default async function stopStage(): Promise<void> {
  await running.stage?.close();
}
