import { API_STATUS, type DeviceResult } from '../domain/api-status.ts';
import { STANDINGS, type Letter, type Standing } from '../domain/members.ts';
import type { ReadRollout } from '../domain/ports.ts';

/** The results that a roll-out can have. */
export type RolloutResult = Extract<DeviceResult, 'SUCCESS' | 'REPEAT' | 'NOT_EXIST' | 'WRONG_STATE'>;

/** An entry of an answer: the roll-out and its own result, with more fields as the operation tells. */
export interface Entry {
  readonly rolloutId: string;
  readonly result: RolloutResult;
  readonly report?: object;
}

/** The outcome of an accepted request. */
export interface Outcome {
  readonly entries: readonly Entry[];
  /** Where the next page begins. */
  readonly next?: string | undefined;
}

/** Of one that cannot be read, these states are told as they are; one in any other needs a person. */
const READABLE = ['completed', 'cancelled'] as const;

/** What callers are told of a roll-out. What is not so is left out; of one that cannot be read, only its state is told. */
export function reportOf({ rollout, state }: Omit<ReadRollout, 'rolloutId'>): object {
  if (rollout === undefined) {
    return READABLE.some((each) => each === state) ? { state } : { state: 'paused', reason: 'error' };
  }
  return {
    'firmware-id': rollout.firmwareId,
    version: rollout.version,
    state: rollout.state,
    wave: rollout.wave,
    total: rollout.total,
    'next-wave-at': rollout.nextWaveAt,
    reason: rollout.reason,
    waves: rollout.waves.map(({ devices, openedAt }) => ({ devices, 'opened-at': openedAt })),
    counts: rollout.counts,
    'created-by': rollout.createdBy,
    'created-at': rollout.createdAt,
    'changed-by': rollout.changedBy,
    'changed-at': rollout.changedAt,
  };
}

/** What callers are told of a member. */
export function memberReport(sn: string, letter: Letter): object {
  const { state, result, reason }: Standing = STANDINGS[letter];
  return { ...named(sn), state, result: result && API_STATUS[result].code, reason };
}

/** A member by its name, which need not be a serial number. */
export function named(sn: string): { readonly sn: string } {
  return { sn: sn.replaceAll(/\p{Cc}/gu, '') };
}
