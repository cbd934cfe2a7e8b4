import { NO_DEVICE, upgrade } from '../requests.ts';
import { check, quick, refused, rule, told, type Case, type Subject } from './case.ts';
import { refusalCases } from './refusals.ts';

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
