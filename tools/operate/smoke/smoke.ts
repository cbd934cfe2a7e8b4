import { UsageError, type ProgramContext } from '../../command-line.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { runProgram } from '../conformance/check-stage.ts';
import { sessionFrom, stageCommand } from '../conformance/options.ts';

const DEMO_DEVICE = { sn: DEMO.batch[0], firmwareId: DEMO.firmwareId };

/** The smoke check: the quick cases that are possible with what is given. Returns the exit code. */
export function smoke(args: readonly string[], context: ProgramContext): Promise<number> {
  return runProgram(args, context, (check) =>
    stageCommand('npm run smoke --', 'Checks a stage over HTTP. Starts nothing without --start.', DEMO_DEVICE, context)
      .option('--sid <sid>', 'cookie cloud-sid of an administrator; SMOKE_SID is better, as npm prints arguments')
      .option('--uid <uid>', 'cookie cloud-uid of the same session (SMOKE_UID)')
      .action(async ({ sid, uid, demo, sn, firmwareId, start, ...output }) => {
        const admin = sessionFrom({ sid, uid }, 'SMOKE', context, demo ? DEMO.admin : undefined);
        if (sn !== undefined && admin === undefined)
          throw new UsageError('--sn needs a session: give --sid and --uid.');
        if (start && (sn === undefined || firmwareId === undefined)) {
          throw new UsageError('--start needs to know what to start: give --sn and --firmware-id.');
        }
        await check({ admin, sn, firmwareId, start }, { ...output, quick: true });
      }),
  );
}
