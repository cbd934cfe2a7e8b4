import { check } from '../../http-checks/check.ts';
import { onRecord, refusedBy, toldBy, underWay } from '../../http-checks/expectations.ts';
import { NO_DEVICE, NO_FIRMWARE, PATHS, upgrade, upgradeBody } from '../../../contract/requests.ts';
import type { Rule, Subject } from '../rule.ts';

const METHODS = ['upgrade-status', 'cancel-upgrade', 'dry-run-upgrade'] as const;

/** The rules of status, cancellation and dry run that can be checked without an upgrade. */
export function besideStartRules({ admin, user, sn, firmwareId, otherSn }: Subject): readonly Rule[] {
  const ask = (method: keyof typeof PATHS, body: string, session = admin) => upgrade(body, session, {}, PATHS[method]);
  const dryRun = (sns: readonly string[], firmware: number) => ask('dry-run-upgrade', upgradeBody(sns, firmware));
  return [
    {
      title: 'Status, cancellation and dry run have paths of their own beside start-upgrade',
      checks: METHODS.map((method) =>
        check(`Accepted: ${method}`, ask(method, upgradeBody(NO_DEVICE, firmwareId)), toldBy(method, NO_DEVICE, 16)),
      ),
    },
    {
      title: 'They need the session of an administrator and a valid body, as start-upgrade does',
      checks: METHODS.flatMap((method) => [
        check(
          `Refused: ${method} without a session`,
          upgrade('{}', undefined, {}, PATHS[method]),
          refusedBy(method, 401, 37),
        ),
        ...(user
          ? [check(`Refused: ${method} without rights`, ask(method, '{}', user), refusedBy(method, 403, 31))]
          : []),
        check(`Refused: ${method} without fields`, ask(method, '{}'), refusedBy(method, 400, 7)),
      ]),
    },
    {
      title: 'A dry run is refused for what start-upgrade is refused for',
      checks: [
        check(
          'Refused: an unknown firmware',
          dryRun([NO_DEVICE], NO_FIRMWARE),
          refusedBy('dry-run-upgrade', 404, 16, NO_DEVICE),
        ),
        ...(otherSn === undefined
          ? []
          : [
              check(
                'Refused: devices that differ',
                dryRun([sn, otherSn], firmwareId),
                refusedBy('dry-run-upgrade', 409, 41, sn, otherSn),
                underWay('dry-run-upgrade', sn, otherSn),
              ),
            ]),
      ],
    },
  ];
}

/** The rules of status, cancellation and dry run that need an upgrade started by an earlier rule. They leave it running. */
export function afterStartRules({ admin, sn, firmwareId, start }: Subject): readonly Rule[] {
  const title = 'An upgrade that was started is on record, and a cancellation for another firmware does not touch it';
  if (!start) return [{ title, checks: [], needs: '--start' }];
  const ask = (method: keyof typeof PATHS, firmware: number) =>
    upgrade(upgradeBody(sn, firmware), admin, {}, PATHS[method]);
  return [
    {
      title,
      checks: [
        check('The cancellation', ask('cancel-upgrade', NO_FIRMWARE), toldBy('cancel-upgrade', sn, 11, 16)),
        check('The status', ask('upgrade-status', firmwareId), onRecord(sn)),
        check('The dry run', ask('dry-run-upgrade', firmwareId), toldBy('dry-run-upgrade', sn, 0, 1)),
      ],
    },
  ];
}
