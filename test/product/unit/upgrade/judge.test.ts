import { describe, expect, test } from '@jest/globals';
import type { Device } from '../../../../functions/domain/device.ts';
import type { Firmware } from '../../../../functions/domain/firmware.ts';
import type { CurrentUpgrade } from '../../../../functions/domain/upgrade.ts';
import { judge } from '../../../../functions/upgrade/start/judge.ts';
import { device, firmware21, live, NOW_SECONDS } from '../../../support/fakes.ts';

const WEEK = 7 * 24 * 60 * 60;

/** The decision for each serial number, or the refusal of all. A firmware of null is not known. */
function judged(
  sns: readonly string[],
  devices: readonly Device[],
  current: Readonly<Record<string, CurrentUpgrade>> = {},
  firmware: Firmware | null = firmware21,
) {
  const judgement = judge({
    request: { sns, firmwareId: 21 },
    firmware: firmware ?? undefined,
    devices: new Map(devices.map((known) => [known.sn, known])),
    current: new Map(Object.entries(current)),
    now: NOW_SECONDS,
  });
  return 'refusal' in judgement ? judgement.refusal : Object.fromEntries(judgement.decisions);
}

const unavailable = { state: 'unavailable' } as const;
const differences: [string, Partial<Device>][] = [
  ['family', { familyId: 8 }],
  ['model', { modelId: 71 }],
  ['hardware version', { hardwareVersion: '1.1' }],
];

describe('A request is refused whole', () => {
  test('when the firmware is unknown', () => {
    expect(judged(['A'], [device('A')], {}, null)).toBe('NOT_EXIST');
  });

  test('when the firmware is not available', () => {
    expect(judged(['A'], [device('A')], {}, unavailable)).toBe('WRONG_STATE');
  });

  test.each(differences)('when two devices differ in %s alone', (_what, difference) => {
    expect(judged(['A', 'B'], [device('A'), device('B', difference)])).toBe('CONSTRAINT_VIOLATION');
  });

  test('when the one device that differs is offline', () => {
    expect(judged(['A', 'B'], [device('A'), device('B', { familyId: 8, online: false })])).toBe('CONSTRAINT_VIOLATION');
  });

  test('when the one device that differs comes last of many', () => {
    const alike = ['A', 'B', 'C', 'D'].map((sn) => device(sn));
    expect(judged(['A', 'B', 'C', 'D', 'E'], [...alike, device('E', { modelId: 71 })])).toBe('CONSTRAINT_VIOLATION');
  });

  test('for its firmware before it is for its devices', () => {
    const devices = [device('A'), device('B', { modelId: 71 })];
    expect(judged(['A', 'B'], devices, {}, unavailable)).toBe('WRONG_STATE');
  });

  test('also when no device of it could be started', () => {
    expect(judged(['X'], [], {}, unavailable)).toBe('WRONG_STATE');
    expect(judged(['A'], [device('A', { online: false })], {}, unavailable)).toBe('WRONG_STATE');
  });
});

describe('Each device of an accepted request has a decision of its own', () => {
  test('a registered, online device of the right product is to be claimed', () => {
    expect(judged(['A'], [device('A')])).toEqual({ A: 'CLAIM' });
  });

  test('an unknown device does not exist, and does not spoil the batch', () => {
    expect(judged(['A', 'X'], [device('A')])).toEqual({ A: 'CLAIM', X: 'NOT_EXIST' });
  });

  test('an offline device is lost', () => {
    expect(judged(['A'], [device('A', { online: false })])).toEqual({ A: 'DEVICE_LOST' });
  });

  test('being offline is told before the firmware is compared', () => {
    expect(judged(['A'], [device('A', { online: false, modelId: 71 })])).toEqual({ A: 'DEVICE_LOST' });
  });

  test.each(differences)('a firmware for another %s is not for the device', (_what, difference) => {
    expect(judged(['A', 'B'], [device('A', difference), device('B', difference)])).toEqual({
      A: 'DEVICE_TYPE_ERROR',
      B: 'DEVICE_TYPE_ERROR',
    });
  });

  test('decisions stand in the order of the request, not of the reading', () => {
    expect(Object.keys(judged(['C', 'A', 'B'], [device('B'), device('A'), device('C')]))).toEqual(['C', 'A', 'B']);
  });

  test('a batch of unknown devices alone is accepted, and none exists', () => {
    expect(judged(['X', 'Y'], [])).toEqual({ X: 'NOT_EXIST', Y: 'NOT_EXIST' });
  });
});

describe('A device that is under way', () => {
  test('to the same firmware is a repeat, to another or to none that is known it is busy', () => {
    const current = { A: live, B: { ...live, firmwareId: 22 }, C: { ...live, firmwareId: undefined } };
    const devices = ['A', 'B', 'C', 'D'].map((sn) => device(sn));
    const told = { A: 'REPEAT', B: 'DEVICE_BUSY', C: 'DEVICE_BUSY' };
    expect(judged(['A', 'B', 'C', 'D'], devices, current)).toEqual({ ...told, D: 'CLAIM' });
  });

  test.each<[string, Partial<CurrentUpgrade>]>([
    ['has ended', { state: 'failed' }],
    ['is in a state that nobody knows', { state: 'paused' }],
    ['has no state', { state: undefined }],
    ['has no lease', { leaseEndsAt: undefined }],
    ['has a lease that ends this second', { leaseEndsAt: NOW_SECONDS }],
    ['has a lease that ends in more than a week', { leaseEndsAt: NOW_SECONDS + WEEK + 1 }],
  ])('is free again when its upgrade %s', (_what, difference) => {
    const current = { A: { ...live, ...difference } };
    expect(judged(['A'], [device('A')], current)).toEqual({ A: 'CLAIM' });
    expect(judged(['A'], [device('A', { online: false })], current)).toEqual({ A: 'DEVICE_LOST' });
  });

  test.each([1, WEEK])('is held by a lease that ends in %i s', (seconds) => {
    const current = { A: { ...live, state: 'requested', leaseEndsAt: NOW_SECONDS + seconds } };
    expect(judged(['A'], [device('A')], current)).toEqual({ A: 'REPEAT' });
  });
});

describe('An exact repeat is told what is on record, whatever has changed since:', () => {
  const current = { A: live, B: { ...live, firmwareId: 22 } };
  const told = { A: 'REPEAT', B: 'DEVICE_BUSY' };
  const both = [device('A'), device('B')];

  test('devices have left the registry', () => {
    expect(judged(['A', 'B'], [], current)).toEqual(told);
  });

  test('devices are offline', () => {
    expect(judged(['A', 'B'], [device('A', { online: false }), device('B')], current)).toEqual(told);
  });

  test('the firmware was deleted, or withdrawn', () => {
    expect(judged(['A', 'B'], both, current, null)).toEqual(told);
    expect(judged(['A', 'B'], both, current, unavailable)).toEqual(told);
    expect(judged(['B'], both, current, null)).toEqual({ B: 'DEVICE_BUSY' });
  });

  test('the product of one device, or of all, was corrected', () => {
    expect(judged(['A', 'B'], [device('A'), device('B', { modelId: 71 })], current)).toEqual(told);
    expect(judged(['A'], [device('A', { modelId: 71 })], current)).toEqual({ A: 'REPEAT' });
  });

  test('and devices beside them cannot be started anyway', () => {
    const devices = [device('A', { modelId: 71 }), device('C', { online: false }), device('D', { familyId: 8 })];
    const others = { C: 'DEVICE_LOST', X: 'NOT_EXIST' };
    expect(judged(['A', 'C', 'X', 'D'], devices, current)).toEqual({ A: 'REPEAT', ...others, D: 'DEVICE_TYPE_ERROR' });
    expect(judged(['A', 'C', 'X'], devices.slice(0, 2), current, null)).toEqual({ A: 'REPEAT', ...others });
  });
});

describe('The rules of the request hold as soon as one known device could be started', () => {
  const current = { A: live };

  test.each<[string, Firmware | null, readonly Device[], string]>([
    ['the firmware is unknown', null, [device('A'), device('C')], 'NOT_EXIST'],
    ['the firmware is not available', unavailable, [device('A'), device('C')], 'WRONG_STATE'],
    ['the devices differ', firmware21, [device('A', { modelId: 71 }), device('C')], 'CONSTRAINT_VIOLATION'],
  ])('and %s', (_what, firmware, devices, refusal) => {
    expect(judged(['A', 'C'], devices, current, firmware)).toBe(refusal);
  });
});
