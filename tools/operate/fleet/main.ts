import { runProcess } from '../../run-program.ts';

await runProcess(async () => (await import('./fleet-program.ts')).runFleet);
