import type { UpgradeOperation } from '../../../functions/domain/operations.ts';
import { upgrade, upgradeBody } from '../requests.ts';
import { check, quick, rule, told, type Case, type Subject } from './case.ts';

/** Proves that a stage writes: claims and cancels the device that is kept for it, over no record, or an ended one, and over the end. */
export function claimCases({ admin, kept: [sn, firmwareId] }: Subject): readonly Case[] {
  const asked = (operation: UpgradeOperation, name: string, ...codes: readonly number[]) =>
    quick(check(name, upgrade(operation, upgradeBody(sn, firmwareId), admin), told([sn, ...codes])));
  return rule(
    'A device is claimed, and given back',
    ['admin', 'kept'],
    // Under way already: a run before this one was cut off.
    asked('start-upgrade', 'Its upgrade is started', 0, 1),
    asked('cancel-upgrade', 'It is cancelled before it begins', 0),
    asked('start-upgrade', 'It is started again over the record that has ended', 0),
    asked('cancel-upgrade', 'It is cancelled again', 0),
  );
}
