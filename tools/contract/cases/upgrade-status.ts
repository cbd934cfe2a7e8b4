import { NO_DEVICE, upgrade } from '../requests.ts';
import { check, quick, rule, told, type Case, type Subject } from './case.ts';
import { refusalCases } from './refusals.ts';

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
