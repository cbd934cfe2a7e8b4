import { runProcess } from '../../run-program.ts';

await runProcess(async () => (await import('./smoke.ts')).smoke);
