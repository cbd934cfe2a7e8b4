import { NO_DEVICE, NO_FIRMWARE, upgrade, upgradeBody } from '../requests.ts';
import { check, quick, refused, rule, told, type Case, type Subject } from './case.ts';
import { refusalCases } from './refusals.ts';

/** The cancellation of upgrades. No request names a firmware that may be on record. */
export function cancelCases(subject: Subject): readonly Case[] {
  const { admin, sn } = subject;
  const cancel = (device: string) => upgrade('cancel-upgrade', upgradeBody(device, NO_FIRMWARE), admin);
  const named = (device: string, ...ids: readonly (string | null)[]) =>
    upgrade('cancel-upgrade', upgradeBody(device, NO_FIRMWARE, { 'upgrade-id': ids }), admin);
  return [
    ...refusalCases('cancel-upgrade', subject),
    ...rule(
      'cancel-upgrade cancels no upgrade but the one that is named',
      ['admin'],
      quick(check('A device that is not registered', cancel(NO_DEVICE), told([NO_DEVICE, 16]))),
      check('Another firmware is being installed', cancel(sn), told([sn, 11, 16]), { needs: ['sn', 'start'] }),
      check('Another upgrade is on record', named(sn, 'no-such-upgrade'), told([sn, 38]), { needs: ['sn', 'start'] }),
      check('Nothing is on record', named(NO_DEVICE, 'no-such-upgrade'), told([NO_DEVICE, 16])),
      check('More upgrades than devices', named(NO_DEVICE, null, null), refused(400, 7)),
    ),
  ];
}
