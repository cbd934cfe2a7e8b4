import { NO_DEVICE, upgrade, upgradeBody } from '../requests.ts';
import { check, rule, told, type Case, type Subject } from './case.ts';
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
