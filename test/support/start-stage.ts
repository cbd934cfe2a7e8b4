import { startLocalStage } from '../../tools/stage/stage.ts';
import { running } from './running-stage.ts';

/** Starts the one local stage that all integration tests share, with demo data, on any free port. */
export default async function startStage(): Promise<void> {
  const { functions, ...stage } = await startLocalStage({
    port: 0,
    onLog: (line) => running.output.push(line),
    onEvent: (event) => running.output.push(JSON.stringify(event)),
  });
  running.stage = stage;
  process.env['TEST_STAGE'] = JSON.stringify(stage);
}
