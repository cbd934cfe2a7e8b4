/** The operations on upgrades besides their start. */
import { NO_DEVICE, NO_FIRMWARE, upgrade, upgradeBody } from '../requests.ts';
import { check, quick, refused, rule, told, type Case, type Subject } from './case.ts';
import { refusalCases, startRefusalCases } from './refusals.ts';

/** The dry run: what start-upgrade would answer. */
export function dryRunCases(subject: Subject): readonly Case[] {
  const { admin, firmwareId, sn } = subject;
  const ask = (device: string) => upgrade('dry-run-upgrade', upgradeBody(device, firmwareId), admin);
  return [
    ...refusalCases('dry-run-upgrade', subject),
    ...startRefusalCases('dry-run-upgrade', subject),
    ...rule(
      'dry-run-upgrade tells what start-upgrade would answer',
      ['admin', 'firmwareId'],
      check('A device that is not registered', ask(NO_DEVICE), told([NO_DEVICE, 16])),
      check('A device whose upgrade was started', ask(sn), told([sn, 0, 1]), { needs: ['sn', 'start'] }),
    ),
  ];
}

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

/** What became of upgrades; on a stage of one's own also that nothing came of requests which were refused. */
export function statusCases(subject: Subject): readonly Case[] {
  const { admin, sn, bystander, unlike } = subject;
  const ask = (...sns: readonly string[]) => upgrade('upgrade-status', JSON.stringify({ sn: sns }), admin);
  const refusedOnly = [...new Set([bystander, ...unlike])];
  const onRecord = { ...told([sn, 0]), fields: ['upgrade-id', 'firmware-id', 'state'] };
  return [
    ...refusalCases('upgrade-status', subject),
    ...rule(
      'upgrade-status tells what is on record',
      ['admin'],
      quick(check('A device that is not registered', ask(NO_DEVICE), told([NO_DEVICE, 16]))),
      quick(check('A device whose upgrade was started', ask(sn), onRecord, { needs: ['sn', 'start'] })),
      check(
        'Devices of refused requests',
        ask(...refusedOnly),
        told(...refusedOnly.map((each) => [each, 16] as const)),
        { stage: 'demo' },
      ),
    ),
  ];
}

/** The id that sorts before all others. */
const OLDEST = '00000000-0000-7000-8000-000000000000';

/** The past of a device. How many upgrades it has is known of none but those of the demo data. */
export function historyCases(subject: Subject): readonly Case[] {
  const { admin, sn } = subject;
  const ask = (body: object) => upgrade('upgrade-history', JSON.stringify(body), admin);
  return [
    // It asks for one device, so that there are never too many.
    ...refusalCases('upgrade-history', subject).filter(({ example }) => example !== 'tooManyOfHistory'),
    ...rule(
      'upgrade-history tells the upgrades of a device',
      ['admin'],
      quick(check('A device that is not registered', ask({ sn: NO_DEVICE }), told([NO_DEVICE, 16]))),
      check('Nothing is older than the oldest', ask({ sn, before: OLDEST }), told([sn, 16]), { needs: ['sn'] }),
      check('A page after what is no upgrade', ask({ sn, before: 'yesterday' }), refused(400, 7)),
    ),
  ];
}
