import type { UpgradeOperation } from '../../../functions/domain/operations.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { upgrade, upgradeBody } from '../requests.ts';
import { onStage, refused, rule, told, type Case, type StageName } from './case.ts';

const { spareDevice: SPARE, offlineDevice: OFFLINE, firmwareId, otherFirmwareId } = DEMO;
const [FIRST, SECOND, THIRD] = DEMO.batch;
const UNKNOWN = 'no-such-device';
const KEY = { 'idempotency-key': 'spring-update-7f3a' };
const FIRMWARE_OF_ANOTHER_PRODUCT = 41;

/** The upgrades of a few demo devices. The order matters: a repeat comes after what it repeats. */
export function demoStory(): readonly Case[] {
  const start = asked('start-upgrade', firmwareId);
  const startUnderKey = asked('start-upgrade', firmwareId, 'demo', KEY);
  const otherUnderKey = upgrade('start-upgrade', upgradeBody(FIRST, otherFirmwareId), DEMO.admin, KEY);
  const startOther = asked('start-upgrade', otherFirmwareId);
  const startUnfit = asked('start-upgrade', FIRMWARE_OF_ANOTHER_PRODUCT);
  const startUnwritten = asked('start-upgrade', firmwareId, 'refusedWrites');
  const dryRun = asked('dry-run-upgrade', firmwareId);
  const cancel = asked('cancel-upgrade', firmwareId);
  const status = asked('upgrade-status', firmwareId);
  const past = upgrade('upgrade-history', JSON.stringify({ sn: FIRST }), DEMO.admin);
  return rule(
    'Each device is judged on its own: its upgrade is started once, can be cancelled until it begins, and is on record',
    [],
    dryRun('wouldStart', 'Would be started, is offline, is unknown', { [FIRST]: 0, [OFFLINE]: 12, [UNKNOWN]: 16 }),
    startUnderKey('started', 'Started on both devices', { [FIRST]: 0, [SECOND]: 0 }),
    start('repeat', 'The same again: already under way', { [FIRST]: 1, [SECOND]: 1 }),
    onStage('demo', 'keyReused', 'The key was used for another firmware', otherUnderKey, refused(409, 41, FIRST)),
    startOther('eachOnItsOwn', 'Busy, started, offline, unknown: each device is judged on its own', {
      [FIRST]: 11,
      [THIRD]: 0,
      [OFFLINE]: 12,
      [UNKNOWN]: 16,
    }),
    startUnfit('wrongProduct', 'The firmware is for another product', { [SPARE]: 24 }),
    startUnwritten('tryDevicesAgain', 'Not known to be started: ask again', { [SPARE]: 4 }),
    cancel('cancelled', 'Cancelled, another firmware is being installed, nothing on record', {
      [FIRST]: 0,
      [THIRD]: 11,
      [UNKNOWN]: 16,
    }),
    cancel('cancelRepeat', 'The same again: cancelled already', { [FIRST]: 1 }),
    status('status', 'Cancelled, requested, nothing on record', { [FIRST]: 0, [SECOND]: 0, [UNKNOWN]: 16 }),
    onStage('demo', 'history', 'The upgrades of a device', past, told([FIRST, 0])),
  );
}

/** Requests of the demo administrator, each with what the devices are told. */
function asked(operation: UpgradeOperation, firmware: number, stage: StageName = 'demo', headers = {}) {
  return (example: string, summary: string, codes: Readonly<Record<string, number>>) => {
    const request = upgrade(operation, upgradeBody(Object.keys(codes), firmware), DEMO.admin, headers);
    return onStage(stage, example, summary, request, told(...Object.entries(codes)));
  };
}
