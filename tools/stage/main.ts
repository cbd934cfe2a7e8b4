import { runProcess } from '../run-program.ts';

await runProcess(async () => (await import('./local-stage.ts')).localStage);
