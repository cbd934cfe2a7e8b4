import { SERIAL_NUMBER } from '../../../functions/domain/device.ts';
import { UsageError, type ProgramContext } from '../../command-line.ts';
import type { Session } from '../../contract/requests.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { runProgram } from '../conformance/check-stage.ts';
import { sessionFrom, stageCommand } from '../conformance/options.ts';

const DEMO_DEVICE = { sn: DEMO.batch[0], firmwareId: DEMO.firmwareId };

/** The smoke check: the quick cases that are possible with what is given. Returns the exit code. */
export function smoke(args: readonly string[], context: ProgramContext): Promise<number> {
  return runProgram(args, context, (check) =>
    stageCommand(
      'npm run smoke --',
      'Checks a stage over HTTP. Starts nothing without --start or --claim.',
      DEMO_DEVICE,
      context,
    )
      .option('--sid <sid>', 'cookie cloud-sid of an administrator; SMOKE_SID is better, as npm prints arguments')
      .option('--uid <uid>', 'cookie cloud-uid of the same session (SMOKE_UID)')
      .option(
        '--claim',
        'START AND CANCEL upgrades of the device kept for it, SMOKE_SN, with the firmware SMOKE_FIRMWARE',
      )
      .action(async ({ sid, uid, demo, sn, firmwareId, start, claim, ...output }) => {
        const admin = sessionFrom({ sid, uid }, 'SMOKE', context, demo ? DEMO.admin : undefined);
        if (sn !== undefined && admin === undefined)
          throw new UsageError('--sn needs a session: give --sid and --uid.');
        if (start && (sn === undefined || firmwareId === undefined)) {
          throw new UsageError('--start needs to know what to start: give --sn and --firmware-id.');
        }
        const kept = claim ? keptDevice(admin, context) : undefined;
        await check({ admin, sn, firmwareId, start, kept }, { ...output, quick: true });
      }),
  );
}

/** The device on which claims are tried. Nothing is left out in silence: a deploy that cannot try them has failed. */
function keptDevice(admin: Session | undefined, { env }: ProgramContext): readonly [string, number] {
  const { SMOKE_SN: sn = '', SMOKE_FIRMWARE: firmware = '' } = env;
  if (admin === undefined || !SERIAL_NUMBER.test(sn) || !/^[1-9]\d{0,15}$/.test(firmware)) {
    throw new UsageError(
      '--claim needs SMOKE_SID and SMOKE_UID (the session of an administrator), SMOKE_SN (a device kept for it) and ' +
        'SMOKE_FIRMWARE (the id of an available firmware that fits it): set them all.',
    );
  }
  return [sn, Number(firmware)];
}
