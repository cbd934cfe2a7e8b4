import { conformance } from '../../tools/operate/conformance/conformance.ts';
import { events } from '../../tools/operate/events/events.ts';
import { runFleet } from '../../tools/operate/fleet/fleet-program.ts';
import { smoke } from '../../tools/operate/smoke/smoke.ts';
import { runProgram, type ProgramOptions, type ProgramRun } from './run-program.ts';

const PROGRAMS: Readonly<Record<string, typeof runFleet>> = { fleet: runFleet, smoke, conformance, events };

/** Runs a line of words, of which the first names the program. */
export function runLine(line: string, options?: ProgramOptions): Promise<ProgramRun> {
  const [name = '', ...args] = line.split(' ');
  return runProgram(PROGRAMS[name] ?? runFleet, args, options);
}
