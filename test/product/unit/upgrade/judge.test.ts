import { describe, expect, test } from '@jest/globals';
import type { Device } from '../../../../functions/domain/device.ts';
import type { Firmware } from '../../../../functions/domain/firmware.ts';
import type { CurrentUpgrade } from '../../../../functions/domain/upgrade.ts';
import { judge } from '../../../../functions/upgrade/start/judge.ts';
import { device, ended, firmware21, live, NOW_SECONDS, ofOtherFirmware } from '../../../support/fakes.ts';

const WEEK = 7 * 24 * 60 * 60;

/** The decision for each serial number, or the refusal of all. */
function judged(
  sns: readonly string[],
  devices: readonly Device[],
  current: Readonly<Record<string, CurrentUpgrade>> = {},
  firmware: Firmware | 'unknown' = firmware21,
) {
  const judgement = judge({
    request: { sns, firmwareId: 21 },
    firmware: firmware === 'unknown' ? undefined : firmware,
    devices: new Map(devices.map((known) => [known.sn, known])),
    current: new Map(Object.entries(current)),
    now: NOW_SECONDS,
  });
  return 'refusal' in judgement ? judgement.refusal : Object.fromEntries(judgement.decisions);
}

const unavailable = { state: 'unavailable' } as const;
const offline = device('A', { online: false });
const otherModel = { modelId: 71 };
const differences: [string, Partial<Device>][] = [
  ['family', { familyId: 8 }],
  ['model', otherModel],
  ['hardware version', { hardwareVersion: '1.1' }],
];

describe('A request is refused whole', () => {
  test.each<[string, string, readonly Device[], Firmware | 'unknown']>([
    ['when the firmware is unknown', 'NOT_EXIST', [device('A')], 'unknown'],
    ['when the firmware is not available', 'WRONG_STATE', [device('A')], unavailable],
    ['for its firmware before its devices', 'WRONG_STATE', [device('A'), device('B', otherModel)], unavailable],
    ['also when none of its devices is known', 'WRONG_STATE', [], unavailable],
    ['also when none of its devices could be started', 'WRONG_STATE', [offline], unavailable],
    [
      'when the one device that differs is offline',
      'CONSTRAINT_VIOLATION',
      [offline, device('B', otherModel)],
      firmware21,
    ],
  ])('%s: %s', (_when, refusal, devices, firmware) => {
    expect(judged(['A', 'B'], devices, {}, firmware)).toBe(refusal);
  });

  test.each(differences)('when the last of its devices differs in %s alone', (_what, difference) => {
    const devices = [device('A'), device('B'), device('C', difference)];
    expect(judged(['A', 'B', 'C'], devices)).toBe('CONSTRAINT_VIOLATION');
  });
});

describe('Each device of an accepted request has a decision of its own:', () => {
  test('a device that is registered, online and of the right product is claimed, and an unknown one does not exist', () => {
    expect(judged(['A', 'X'], [device('A')])).toEqual({ A: 'CLAIM', X: 'NOT_EXIST' });
    expect(judged(['X', 'Y'], [])).toEqual({ X: 'NOT_EXIST', Y: 'NOT_EXIST' });
  });

  test('an offline device is lost, whatever its product', () => {
    expect(judged(['A'], [offline])).toEqual({ A: 'DEVICE_LOST' });
    expect(judged(['A'], [{ ...offline, ...otherModel }])).toEqual({ A: 'DEVICE_LOST' });
  });

  test.each(differences)('a firmware for another %s does not fit', (_what, difference) => {
    const devices = [device('A', difference), device('B', difference)];
    expect(judged(['A', 'B'], devices)).toEqual({ A: 'DEVICE_TYPE_ERROR', B: 'DEVICE_TYPE_ERROR' });
  });

  test('decisions stand in the order of the request, not of the reading', () => {
    expect(Object.keys(judged(['C', 'A', 'B'], [device('B'), device('A'), device('C')]))).toEqual(['C', 'A', 'B']);
  });
});

describe('A device that is under way', () => {
  test('to the same firmware is a repeat, to another or to an unknown one it is busy', () => {
    const current = { A: live, B: ofOtherFirmware, C: { ...live, firmwareId: undefined } };
    const devices = ['A', 'B', 'C', 'D'].map((sn) => device(sn));
    const decisions = { A: 'REPEAT', B: 'DEVICE_BUSY', C: 'DEVICE_BUSY', D: 'CLAIM' };
    expect(judged(Object.keys(decisions), devices, current)).toEqual(decisions);
  });

  test.each<[string, Partial<CurrentUpgrade>]>([
    ['has ended', ended],
    ['is in an unknown state', { state: 'paused' }],
    ['has no state', { state: undefined }],
    ['has no lease', { leaseEndsAt: undefined }],
    ['has a lease that ends this second', { leaseEndsAt: NOW_SECONDS }],
    ['has a lease that ends in more than a week', { leaseEndsAt: NOW_SECONDS + WEEK + 1 }],
  ])('is free again when its upgrade %s', (_what, difference) => {
    expect(judged(['A'], [device('A')], { A: { ...live, ...difference } })).toEqual({ A: 'CLAIM' });
  });

  test.each([1, WEEK])('is held by a lease that ends in %i s', (seconds) => {
    const current = { A: { ...live, state: 'requested', leaseEndsAt: NOW_SECONDS + seconds } };
    expect(judged(['A'], [device('A')], current)).toEqual({ A: 'REPEAT' });
  });
});

describe('An exact repeat has the results that are on record, although since', () => {
  const current = { A: live, B: ofOtherFirmware };
  const decisions = { A: 'REPEAT', B: 'DEVICE_BUSY' };
  const both = [device('A'), device('B')];

  test.each<[string, readonly Device[], Firmware | 'unknown']>([
    ['devices have left the registry', [], firmware21],
    ['a device is offline', [offline, device('B')], firmware21],
    ['the firmware was deleted', both, 'unknown'],
    ['the firmware was withdrawn', both, unavailable],
    ['the product of one device was corrected', [device('A'), device('B', otherModel)], firmware21],
    ['the product of all was corrected', [device('A', otherModel), device('B', otherModel)], firmware21],
  ])('%s', (_what, devices, firmware) => {
    expect(judged(['A', 'B'], devices, current, firmware)).toEqual(decisions);
  });

  test('the firmware was deleted, and the one device is busy', () => {
    expect(judged(['B'], both, current, 'unknown')).toEqual({ B: 'DEVICE_BUSY' });
  });

  test('devices that stand beside them cannot be started', () => {
    const devices = [device('A', otherModel), device('C', { online: false }), device('D', { familyId: 8 })];
    const others = { C: 'DEVICE_LOST', X: 'NOT_EXIST' };
    expect(judged(['A', 'C', 'X', 'D'], devices, current)).toEqual({ A: 'REPEAT', ...others, D: 'DEVICE_TYPE_ERROR' });
    expect(judged(['A', 'C', 'X'], devices.slice(0, 2), current, 'unknown')).toEqual({ A: 'REPEAT', ...others });
  });
});

test.each<[string, string, Firmware | 'unknown', readonly Device[]]>([
  ['the firmware is unknown', 'NOT_EXIST', 'unknown', [device('A'), device('C')]],
  ['the firmware is not available', 'WRONG_STATE', unavailable, [device('A'), device('C')]],
  ['the devices differ', 'CONSTRAINT_VIOLATION', firmware21, [device('A', otherModel), device('C')]],
])('A repeat beside a device that could be started is refused when %s: %s', (_what, refusal, firmware, devices) => {
  expect(judged(['A', 'C'], devices, { A: live }, firmware)).toBe(refusal);
});
