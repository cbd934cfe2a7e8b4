import { runProcess } from '../../run-program.ts';
import { events } from './events.ts';

await runProcess(events);
