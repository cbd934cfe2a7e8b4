import { randomUUID } from 'node:crypto';
import type { RolloutOperation, UpgradeOperation } from '../../../functions/domain/operations.ts';
import { upgrade, upgradeBody } from '../requests.ts';
import { check, quick, rule, told, type Case, type Subject } from './case.ts';

const advice = {
  11: 'SMOKE_SN is being upgraded to another firmware: cancel that upgrade, or wait until its lease has ended',
  12: 'the registry has SMOKE_SN as offline: it must be online',
  16: 'SMOKE_SN or SMOKE_FIRMWARE is not registered',
  24: 'SMOKE_FIRMWARE is for another product: set one that fits SMOKE_SN',
  31: 'SMOKE_UID is no administrator: set SMOKE_SID and SMOKE_UID to a session of one; or the URL bypasses the front proxy',
  37: 'SMOKE_SID has ended, or is not of SMOKE_UID: make a session, and set both',
  38: 'SMOKE_FIRMWARE is not available, or a real device has the number SMOKE_SN and began the upgrade: set another',
};

/** A new one in each run. */
const KEY = { 'idempotency-key': randomUUID() };

/**
 * Proves that a stage writes: a roll-out of the device that is kept for it, from its making to its end; then claims and cancels the
 * device, over no record, or an ended one, and over the end.
 */
export function claimCases({ admin, kept: [sn, firmwareId] }: Subject): readonly Case[] {
  const asked = (operation: UpgradeOperation, name: string, codes: readonly number[], headers = {}) =>
    quick(
      check(name, upgrade(operation, upgradeBody(sn, firmwareId), admin, headers), told([sn, ...codes]), { advice }),
    );
  // It is cancelled at once, so that hardly any run over roll-outs meets it.
  const rolloutId = `smoke-${randomUUID()}`;
  const rolled = (operation: RolloutOperation, name: string, more: object = {}) => {
    const body = JSON.stringify({ 'rollout-id': rolloutId, ...more });
    return quick(check(name, upgrade(operation, body, admin), told([rolloutId, 0]), { advice }));
  };
  const rollout = rule(
    'A roll-out is made, paused, resumed and cancelled',
    ['admin', 'kept'],
    rolled('create-rollout', 'It is made', { 'firmware-id': firmwareId, sn: [sn] }),
    rolled('pause-rollout', 'It is paused'),
    rolled('resume-rollout', 'It is resumed', { version: 2 }),
    rolled('cancel-rollout', 'It is cancelled'),
  );
  const claims = rule(
    'A device is claimed, and given back',
    ['admin', 'kept'],
    // Under way already: the roll-out has started it, or a check before this one was cut off.
    asked('start-upgrade', 'Its upgrade is started', [0, 1]),
    asked('cancel-upgrade', 'It is cancelled before it begins', [0]),
    asked('start-upgrade', 'It is started again over the record that has ended', [0], KEY),
    asked('cancel-upgrade', 'It is cancelled again', [0]),
    asked('start-upgrade', 'It is not started under the same key once more', [1], KEY),
  );
  return [...rollout, ...claims];
}
