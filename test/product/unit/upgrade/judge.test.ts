import { describe, expect, test } from '@jest/globals';
import type { Device } from '../../../../functions/domain/device.ts';
import type { Firmware } from '../../../../functions/domain/firmware.ts';
import { judge } from '../../../../functions/upgrade/start/judge.ts';
import { device, firmware21 } from '../../../support/fakes.ts';

function judged(sns: readonly string[], devices: readonly Device[], firmware: Firmware | undefined = firmware21) {
  const judgement = judge({ sns, firmwareId: 21 }, firmware, new Map(devices.map((known) => [known.sn, known])));
  return 'refusal' in judgement ? judgement.refusal : Object.fromEntries(judgement.rulings);
}

describe('A request is refused whole', () => {
  test('when the firmware is unknown', () => {
    expect(judge({ sns: ['A'], firmwareId: 9 }, undefined, new Map([['A', device('A')]]))).toEqual({
      refusal: 'NOT_EXIST',
    });
  });

  test('when the firmware is not available', () => {
    expect(judged(['A'], [device('A')], { state: 'unavailable' })).toBe('WRONG_STATE');
  });

  test.each<[string, Partial<Device>]>([
    ['family', { familyId: 8 }],
    ['model', { modelId: 71 }],
    ['hardware version', { hardwareVersion: '1.1' }],
  ])('when two devices differ in %s alone', (_what, difference) => {
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
    expect(judged(['A', 'B'], [device('A'), device('B', { modelId: 71 })], { state: 'unavailable' })).toBe(
      'WRONG_STATE',
    );
  });
});

describe('Each device of an accepted request has a ruling of its own', () => {
  test('a registered, online device of the right product is to be claimed', () => {
    expect(judged(['A'], [device('A')])).toEqual({ A: 'CLAIM' });
  });

  test('an unknown device does not exist, and does not spoil the batch', () => {
    expect(judged(['A', 'X'], [device('A')])).toEqual({ A: 'CLAIM', X: 'NOT_EXIST' });
  });

  test('an offline device is looked at, as it may be rebooting in its upgrade', () => {
    expect(judged(['A'], [device('A', { online: false })])).toEqual({ A: 'LOOK' });
  });

  test('being offline is told before the firmware is compared', () => {
    expect(judged(['A'], [device('A', { online: false, modelId: 71 })])).toEqual({ A: 'LOOK' });
  });

  test.each<[string, Partial<Device>]>([
    ['family', { familyId: 8 }],
    ['model', { modelId: 71 }],
    ['hardware version', { hardwareVersion: '1.1' }],
  ])('a firmware for another %s is not for the device', (_what, difference) => {
    expect(judged(['A', 'B'], [device('A', difference), device('B', difference)])).toEqual({
      A: 'DEVICE_TYPE_ERROR',
      B: 'DEVICE_TYPE_ERROR',
    });
  });

  test('rulings stand in the order of the request, not of the reading', () => {
    expect(Object.keys(judged(['C', 'A', 'B'], [device('B'), device('A'), device('C')]))).toEqual(['C', 'A', 'B']);
  });

  test('a batch of unknown devices alone is accepted, and none exists', () => {
    expect(judged(['X', 'Y'], [])).toEqual({ X: 'NOT_EXIST', Y: 'NOT_EXIST' });
  });
});
