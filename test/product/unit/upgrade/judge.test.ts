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
  requestKey?: string,
) {
  const judgement = judge({
    request: { sns, firmwareId: 21, requestKey },
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
    ['when the one that differs is offline', 'CONSTRAINT_VIOLATION', [offline, device('B', otherModel)], firmware21],
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

describe('Under a key, a device', () => {
  const underKey = { ...ended, requestKey: 'k-1' };
  const elsewhere = { ...ofOtherFirmware, requestKey: 'k-1' };
  const judgedAs = (
    requestKey: string | undefined,
    record: CurrentUpgrade,
    firmware: Firmware | 'unknown' = firmware21,
  ) => judged(['A'], [device('A')], { A: record }, firmware, requestKey);

  test.each(['succeeded', 'failed', 'cancelled', 'running', 'requested', 'paused', undefined])(
    'that was started under the same one is a repeat, in the state %s and with its lease run out',
    (state) => {
      const record = { ...underKey, state, leaseEndsAt: NOW_SECONDS };
      expect(judgedAs('k-1', record)).toEqual({ A: 'REPEAT' });
      expect(judgedAs('k-1', record, 'unknown')).toEqual({ A: 'REPEAT' });
      expect(judged(['A'], [], { A: record }, unavailable, 'k-1')).toEqual({ A: 'REPEAT' });
    },
  );

  test.each<[string, string | undefined, CurrentUpgrade]>([
    ['another one', 'k-2', underKey],
    ['none', undefined, underKey],
    ['none, as that on record', undefined, ended],
    ['one, and the one on record under none', 'k-1', ended],
  ])('that has ended is claimed under %s', (_what, requestKey, record) => {
    expect(judgedAs(requestKey, record)).toEqual({ A: 'CLAIM' });
  });

  test('that is under way under another one is a repeat or busy, as without', () => {
    expect(judgedAs('k-2', { ...live, requestKey: 'k-1' })).toEqual({ A: 'REPEAT' });
    expect(judgedAs('k-2', elsewhere)).toEqual({ A: 'DEVICE_BUSY' });
  });

  test('beside one that could be started keeps the rules of the request', () => {
    const both = [device('A', otherModel), device('C')];
    expect(judged(['A', 'C'], both, { A: underKey }, firmware21, 'k-1')).toBe('CONSTRAINT_VIOLATION');
    expect(judged(['A', 'C'], both.slice(1), { A: underKey }, firmware21, 'k-1')).toEqual({ A: 'REPEAT', C: 'CLAIM' });
  });

  test.each<[string, CurrentUpgrade, readonly Device[], Firmware | 'unknown', string]>([
    ['live', elsewhere, [device('A'), device('B')], firmware21, 'CONSTRAINT_VIOLATION'],
    ['ended', { ...elsewhere, state: 'failed' }, [device('A'), device('B')], firmware21, 'CONSTRAINT_VIOLATION'],
    ['not registered', elsewhere, [device('B')], firmware21, 'CONSTRAINT_VIOLATION'],
    ['beside a repeat alone', elsewhere, [], 'unknown', 'CONSTRAINT_VIOLATION'],
    ['told last', elsewhere, [device('A'), device('C')], 'unknown', 'NOT_EXIST'],
  ])(
    'that was started under the same one to another firmware (%s) refuses all',
    (_what, record, devices, firmware, refusal) => {
      const sns = ['B', 'A', ...devices.map(({ sn }) => sn)];
      expect(judged(sns, devices, { A: record, B: live }, firmware, 'k-1')).toBe(refusal);
    },
  );
});
