import { runProcess } from '../../run-program.ts';
import { smoke } from './smoke.ts';

await runProcess(smoke);
