import { startLocalStage } from '../../tools/local-stage/stage.ts';
import { running } from './running-stage.ts';

/** Starts the one local stage that all integration tests share, with demo data, on any free port. */
export default async function startStage(): Promise<void> {
  const { functions: _functions, close, ...description } = await startLocalStage({ port: 0 });
  running.close = close;
  process.env['TEST_STAGE'] = JSON.stringify(description);
}
