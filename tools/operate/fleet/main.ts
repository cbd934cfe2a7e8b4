import { runProcess } from '../../run-program.ts';
import { runFleet } from './fleet-program.ts';

await runProcess(runFleet);
