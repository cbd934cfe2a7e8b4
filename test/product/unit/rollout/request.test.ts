import { expect, test } from '@jest/globals';
import { createRequest, idRequest, resumeRequest, statusRequest } from '../../../../functions/rollout/request.ts';
import { textOf } from '../../../../functions/store/rollout-place.ts';
import { boundsOf } from '../../../../functions/rollout/waves.ts';

const sn = ['SN1', 'SN2'];
const least = { 'rollout-id': 'spring-21', 'firmware-id': 21, sn };
const growing = (count: number) => Array.from({ length: count }, (_, index) => ({ devices: index + 1 }));

test('what is not given has its default', () => {
  expect(createRequest(least)).toMatchObject({
    ...{ rolloutId: 'spring-21', firmwareId: 21, sns: sn, waves: [2], betweenWaves: 0, failedPercent: 5 },
    ...{ ofAtLeast: 100, maxInFlight: 500, waitHours: 24 },
  });
  const stopOf = (stop: object) => createRequest({ ...least, stop });
  expect(stopOf({ 'of-at-least': 7 })).toMatchObject({ failedPercent: 5, ofAtLeast: 7 });
  expect(stopOf({ 'failed-percent': 7 })).toMatchObject({ failedPercent: 7, ofAtLeast: 100 });
});

test.each([
  ['rollout-id', 'a'.repeat(64), [undefined, '', 'a'.repeat(65), 'a b', 'ü', 1]],
  ['firmware-id', 21.0, [undefined, 0, 1.5, '21', null]],
  ['sn', ['a'.repeat(64), ''], [undefined, [], ['a'.repeat(65)], [1], 'SN1', null]],
  ['waves', growing(20), [growing(21)]],
  ['waves', [{ percent: 1 }, { devices: 1 }, { percent: 100 }], [[], [{}], [{ percent: 0 }], [{ percent: 101 }], [5]]],
  ['waves', [{ devices: 9_000_000 }], [[{ devices: 0 }], [{ devices: 1.5 }], [{ devices: 1, percent: 1 }]]],
  ['waves', growing(1), [[...growing(1), ...growing(1)], [{ device: 1 }]]],
  ['waves', growing(2), [[{ percent: 9 }, { devices: 1 }, { percent: 8 }]]],
  ['between-waves', 10_080, [10_081, -1, 0.5, 'Manual', null]],
  ['between-waves', 'manual', ['']],
  ['stop', { 'failed-percent': 100, 'of-at-least': 1_000 }, [{ 'failed-percent': 101 }, { 'of-at-least': 1_001 }]],
  ['stop', {}, [{ 'failed-percent': 0 }, { 'of-at-least': 0 }, { 'failed-percent': 0.5 }, { percent: 5 }, 5]],
  ['max-in-flight', 10_000, [10_001, 0, 1.5, '5']],
  ['wait-hours', 168, [169, -1, 0.5]],
])('%s may be %j, and beyond its bounds is the field that is told', (field, good, bad) => {
  expect(() => createRequest({ ...least, [field]: good })).not.toThrow();
  for (const value of bad) {
    expect(refusal(() => createRequest({ ...least, [field]: value }))).toEqual(['INVALID_ARG', field]);
  }
});

/** The end of a page of roll-outs. */
const LAST = textOf({ createdAt: '2026-11-27T12:00:00.000Z', rolloutId: 'spring_21-b' });
const encoded = (text: string) => Buffer.from(text).toString('base64url');

test('a status may be asked for with all of its fields, or none', () => {
  const bodies = [{}, { after: LAST }, { 'rollout-id': 'a', after: '49999' }, { 'rollout-id': 'a', state: 'lost' }];
  const asked = [{}, { after: LAST }, { rolloutId: 'a', after: '49999' }, { rolloutId: 'a', state: 'lost' }];
  expect(bodies.map(statusRequest)).toEqual(asked);
});

test('a field that is not known is refused, and its name is not told', () => {
  for (const request of [createRequest, idRequest, resumeRequest, statusRequest]) {
    const body = { ...(request === createRequest ? least : { 'rollout-id': 'a' }), version: 1, 'max-inflight': 5 };
    expect(refusal(() => request(body))[0]).toBe('INVALID_ARG');
  }
  expect(refusal(() => createRequest({ ...least, 'max-inflight': 5 }))).toEqual(['INVALID_ARG', undefined]);
});

test.each([
  ['a version', () => resumeRequest({ 'rollout-id': 'a', version: 0 }), 'version'],
  ['a state of members', () => statusRequest({ 'rollout-id': 'a', state: 'dead' }), 'state'],
  ['a state without a roll-out', () => statusRequest({ state: 'failed' }), 'state'],
  ...['', 'x', encoded(' a'), encoded('2026-11-27T12:00:00.000Z a b'), encoded('x2026-11-27T12:00:00.000Z a'), '9'].map(
    (after) => [`the end of a page (${after})`, () => statusRequest({ after }), 'after'] as const,
  ),
  ...[LAST, 'x7', '7x', '123456'].map(
    (after) => [`the last device (${after})`, () => statusRequest({ 'rollout-id': 'a', after }), 'after'] as const,
  ),
  ['that they are no text', () => idRequest('a'), undefined],
])('%s is checked in the other requests', (_, request, field) => {
  expect(refusal(request)).toEqual(['INVALID_ARG', field]);
});

test('50,000 devices are taken as sent, and count once each; one more is too many', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `SN${String(index % 7)}`);
  expect(createRequest({ ...least, sn: many }).sns).toHaveLength(7);
  expect(refusal(() => createRequest({ ...least, sn: [...many, 'SN1'] }))).toEqual(['TOO_MANY', undefined]);
});

test.each([
  [[{ devices: 5 }, { percent: 10 }, { percent: 100 }], 20_000, [5, 2_000, 20_000]],
  [[{ devices: 5 }, { percent: 10 }, { percent: 100 }], 3, [3]],
  [[{ devices: 5 }, { percent: 10 }], 40, [5, 40]],
  [[{ percent: 7 }, { percent: 33 }], 100, [7, 33, 100]],
  [[{ percent: 1 }, { percent: 2 }], 1, [1]],
  [[{ devices: 10 }, { percent: 10 }, { devices: 200 }, { devices: 300 }], 100, [10, 100]],
  [[{ percent: 50 }, { devices: 10 }, { percent: 60 }], 101, [51, 61, 101]],
])('waves %j of %d devices have the bounds %j', (waves, total, bounds) => {
  expect(boundsOf(waves, total)).toEqual(bounds);
});

test('a request is the same as another by what it asks for, defaults filled in', () => {
  const { bodyHash } = createRequest(least);
  expect(bodyHash).toMatch(/^[0-9a-f]{64}$/);
  expect(createRequest({ ...least, 'wait-hours': 24, sn: ['SN1', 'SN2', 'SN1'] }).bodyHash).toBe(bodyHash);
  const others = [{ sn: sn.toReversed() }, { 'firmware-id': 22 }, { 'wait-hours': 23 }, { stop: { 'of-at-least': 9 } }];
  for (const other of others) {
    expect(createRequest({ ...least, ...other }).bodyHash).not.toBe(bodyHash);
  }
});

function refusal(request: () => unknown): readonly unknown[] {
  try {
    request();
  } catch (error) {
    const { reason, field } = error as { reason?: string; field?: string };
    return [reason, field];
  }
  return [];
}
