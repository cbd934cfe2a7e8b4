import fc from 'fast-check';
import { MEMBER_STATES } from '../../../../functions/domain/members.ts';
import type { RolloutOperation } from '../../../../functions/domain/operations.ts';
import { textOf } from '../../../../functions/store/rollout-place.ts';
import { DEVICE_SNS } from '../callers.ts';
import { markedText, oddValue, type Fields } from './values.ts';

const number = fc.nat(9);
const version = fc.integer({ min: 1, max: 9 });
const waves = [{ devices: 1 }, { percent: 60 }];

/** A roll-out by its number. With the same id it is always the same: then it is made once, and told ever after. */
const rolloutOf = (id: number) => ({
  ...{ 'rollout-id': `fuzz-${String(id)}`, 'firmware-id': 21 + (id % 2), sn: DEVICE_SNS.slice(id, 3 * id + 1) },
  ...(id > 3 && { waves, 'between-waves': id > 6 ? id : 'manual', stop: { 'failed-percent': id } }),
  ...(id > 5 && { 'max-in-flight': id, 'wait-hours': id }),
});

const rollout = number.map(rolloutOf);
const id = rollout.map(({ 'rollout-id': rolloutId }) => rolloutId);
const ofId = fc.record({ 'rollout-id': fc.oneof(id, fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)) });

const ofState = fc.record({ 'rollout-id': id, state: fc.constantFrom(...MEMBER_STATES) });
const page = id.map((rolloutId) => ({ after: textOf({ createdAt: '2026-11-27T12:00:00.000Z', rolloutId }) }));

const sent = (body: object): Fields => ({ body: JSON.stringify(body), isBase64Encoded: false });

/** Valid bodies of the operations on roll-outs. Unlike those of others they have no field that is ignored. */
export const soundRolloutBodies: Readonly<Record<RolloutOperation, fc.Arbitrary<Fields>>> = {
  'create-rollout': rollout.map(sent),
  'dry-run-rollout': rollout.map(sent),
  'rollout-status': fc.oneof(ofId, ofState, page).map(sent),
  'pause-rollout': ofId.map(sent),
  'resume-rollout': fc.tuple(ofId, version).map(([body, seen]) => sent({ ...body, version: seen })),
  'cancel-rollout': ofId.map(sent),
};

/** Each field mostly as it may be, and then odd. Never under the id of a roll-out that is sound, which would be another then. */
export const oddRollout = fc.record(
  {
    'rollout-id': mostly(number.map((id) => `odd-${String(id)}`)),
    'firmware-id': mostly(fc.constantFrom(21, 22, 23, 31)),
    sn: mostly(fc.subarray([...DEVICE_SNS.slice(0, 5), 'A302190930001'], { minLength: 1 })),
    waves: mostly(
      fc.array(fc.oneof(fc.record({ devices: version }), fc.record({ percent: version })), { maxLength: 4 }),
    ),
    'between-waves': mostly(fc.constantFrom(0, 30, 'manual')),
    stop: mostly(
      fc.record({ 'failed-percent': mostly(version), 'of-at-least': mostly(version) }, { requiredKeys: [] }),
    ),
    'max-in-flight': mostly(version),
    'wait-hours': mostly(version),
    version: mostly(version),
    state: mostly(fc.constantFrom(...MEMBER_STATES)),
    after: mostly(markedText),
  },
  { requiredKeys: [] },
);

function mostly(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: oddValue });
}
