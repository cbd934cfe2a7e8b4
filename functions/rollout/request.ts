import { hash } from 'node:crypto';
import * as v from 'valibot';
import { MEMBER_STATES, type MemberState } from '../domain/members.ts';
import { Refusal } from '../domain/refusal.ts';
import type { RolloutPlan } from '../domain/rollout.ts';
import { validBody } from '../http/valid-body.ts';
import { placeIn } from '../store/rollout-place.ts';
import { boundsOf } from './waves.ts';

/** In one roll-out, as sent. */
export const MAX_DEVICES = 50_000;

const whole = (least: number, most: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));
const rolloutId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/));

const wave = v.union([
  v.strictObject({ devices: whole(1, Number.MAX_SAFE_INTEGER) }),
  v.strictObject({ percent: whole(1, 100) }),
]);

/**
 * What the body of create-rollout and dry-run-rollout may be. An unknown field is refused, at any depth: a brake that was
 * misspelt must not be no brake.
 */
export const createBody = v.strictObject({
  'rollout-id': rolloutId,
  'firmware-id': whole(1, Number.MAX_SAFE_INTEGER),
  sn: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.minLength(1)),
  waves: v.optional(v.pipe(v.array(wave), v.minLength(1), v.maxLength(20)), [
    { devices: 5 },
    { percent: 10 },
    { percent: 100 },
  ]),
  'between-waves': v.optional(v.union([whole(0, 10_080), v.literal('manual')]), 0),
  stop: v.optional(
    v.strictObject({ 'failed-percent': v.optional(whole(1, 100), 5), 'of-at-least': v.optional(whole(1, 1_000), 100) }),
    {},
  ),
  'max-in-flight': v.optional(whole(1, 10_000), 500),
  'wait-hours': v.optional(whole(0, 168), 24),
});

/** What the bodies of pause-rollout and cancel-rollout may be. */
export const idBody = v.strictObject({ 'rollout-id': rolloutId });

/** What the body of resume-rollout may be. */
export const resumeBody = v.strictObject({ 'rollout-id': rolloutId, version: whole(1, Number.MAX_SAFE_INTEGER) });

/** What the body of rollout-status may be. */
export const statusBody = v.strictObject({
  'rollout-id': v.optional(rolloutId),
  state: v.optional(v.picklist(MEMBER_STATES)),
  after: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(256))),
});

/** A valid request to make a roll-out, defaults filled in. */
export interface CreateRequest extends RolloutPlan {
  readonly rolloutId: string;
  /** Distinct, in first-seen order; among them texts that cannot be serial numbers. */
  readonly sns: readonly string[];
  /** Cumulative bounds, the last of everything. */
  readonly waves: readonly number[];
  /** Tells whether two requests ask for the same. */
  readonly bodyHash: string;
}

/** Refuses with INVALID_ARG, naming the first field that breaks the schema, and with TOO_MANY more than 50,000 devices. */
export function createRequest(body: unknown): CreateRequest {
  const valid = validBody(createBody, body);
  if (valid.sn.length > MAX_DEVICES) throw new Refusal('TOO_MANY');
  const sns = [...new Set(valid.sn)];
  const waves = boundsOf(valid.waves, sns.length);
  if (waves === undefined) throw new Refusal('INVALID_ARG', {}, 'waves');
  const { 'failed-percent': failedPercent, 'of-at-least': ofAtLeast } = valid.stop;
  const request = {
    ...{ rolloutId: valid['rollout-id'], firmwareId: valid['firmware-id'], waves, failedPercent, ofAtLeast },
    ...{
      betweenWaves: valid['between-waves'],
      maxInFlight: valid['max-in-flight'],
      waitHours: valid['wait-hours'],
      sns,
    },
  };
  return { ...request, bodyHash: hash('sha256', JSON.stringify(request), 'hex') };
}

export interface IdRequest {
  readonly rolloutId: string;
}

export function idRequest(body: unknown): IdRequest {
  return { rolloutId: validBody(idBody, body)['rollout-id'] };
}

export interface ResumeRequest extends IdRequest {
  /** As the caller saw it. */
  readonly version: number;
}

export function resumeRequest(body: unknown): ResumeRequest {
  const { 'rollout-id': id, version } = validBody(resumeBody, body);
  return { rolloutId: id, version };
}

export interface StatusRequest {
  /** Undefined for all roll-outs. */
  readonly rolloutId: string | undefined;
  /** Undefined if no devices are to be told. */
  readonly state: MemberState | undefined;
  /** The end of the page before: a place among the members, or among all roll-outs. */
  readonly after: string | undefined;
}

/** The place of a member, counted from 0. */
const MEMBER_PLACE = /^\d{1,5}$/;

export function statusRequest(body: unknown): StatusRequest {
  const { 'rollout-id': id, state, after } = validBody(statusBody, body);
  if (id === undefined && state !== undefined) throw new Refusal('INVALID_ARG', {}, 'state');
  const isEnd = id === undefined ? placeIn : (text: string) => MEMBER_PLACE.test(text);
  if (after !== undefined && !isEnd(after)) throw new Refusal('INVALID_ARG', {}, 'after');
  return { rolloutId: id, state, after };
}
