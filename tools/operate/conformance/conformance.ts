import { serialNumber, UsageError, wholeNumber, type ProgramContext } from '../../command-line.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { runProgram } from './check-stage.ts';
import { sessionFrom, stageCommand } from './options.ts';

const DEMO_DEVICES = {
  sn: DEMO.batch[0],
  firmwareId: DEMO.firmwareId,
  otherSn: DEMO.otherProduct,
  unavailableFirmwareId: DEMO.withdrawnFirmwareId,
};

const TEXT = `Checks over HTTP that a deployment keeps the rules of the API, and that its answers match docs/openapi.yaml.
Starts nothing without --start. Give cookies in the environment, as npm prints arguments:
CONFORMANCE_ADMIN_SID, CONFORMANCE_ADMIN_UID, CONFORMANCE_USER_SID, CONFORMANCE_USER_UID.`;

/** The conformance check: all cases. Returns the exit code. */
export function conformance(args: readonly string[], context: ProgramContext): Promise<number> {
  return runProgram(args, context, (check) =>
    stageCommand('npm run conformance --', TEXT, DEMO_DEVICES, context)
      .option('--admin-sid <sid>', 'cookie cloud-sid of an administrator')
      .option('--admin-uid <uid>', 'cookie cloud-uid of the same session')
      .option('--user-sid <sid>', 'cookie cloud-sid of a user who is no administrator')
      .option('--user-uid <uid>', 'cookie cloud-uid of the same session')
      .option('--other-sn <sn>', 'a registered device of another product, for the rule on mixed batches', serialNumber)
      .option('--unavailable-firmware-id <id>', 'a firmware that is registered but not available', wholeNumber(1))
      .action(async ({ adminSid, adminUid, userSid, userUid, demo, otherSn, url, timeout, json, ...given }) => {
        const session = (sid: string | undefined, uid: string | undefined, role: 'admin' | 'user') =>
          sessionFrom({ sid, uid }, `CONFORMANCE_${role.toUpperCase()}`, context, demo ? DEMO[role] : undefined);
        const admin = session(adminSid, adminUid, 'admin');
        const { sn, firmwareId } = given;
        if (admin === undefined || sn === undefined || firmwareId === undefined) {
          throw new UsageError('Give the session of an administrator, --sn and --firmware-id.');
        }
        const user = session(userSid, userUid, 'user');
        const unlike = otherSn === undefined ? undefined : ([sn, otherSn] as const);
        await check({ ...given, admin, user, unlike }, { url, timeout, json });
      }),
  );
}
