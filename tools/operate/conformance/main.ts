import { runProcess } from '../../run-program.ts';
import { conformance } from './conformance.ts';

await runProcess(conformance);
