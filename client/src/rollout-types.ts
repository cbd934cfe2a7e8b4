import type { components } from './generated/schema.ts';
import type { Answered } from './types.ts';

type Schemas = components['schemas'];

/** What create-rollout takes: a name of your choice, the firmware, the devices, and, where the defaults do not fit, the brakes. */
export type RolloutRequest = Schemas['RolloutRequest'];

/** The state of a roll-out. The service may add others. */
export type RolloutState = 'running' | 'paused' | 'completed' | 'cancelled' | (string & {});

/** Why a roll-out is paused. The service may add others. */
export type RolloutReason = 'operator' | 'failures' | 'no-success' | 'gate' | 'firmware' | 'error' | (string & {});

/** How a member of a roll-out stands. The service may add others. */
export type RolloutMemberState = keyof NonNullable<Schemas['RolloutDetail']['counts']> | (string & {});

/** A member of a roll-out. */
export interface RolloutDevice extends Readonly<Omit<Schemas['RolloutDevice'], 'state'>> {
  readonly state?: RolloutMemberState;
}

interface Typed {
  readonly state?: RolloutState;
  readonly reason?: RolloutReason;
  readonly devices?: readonly RolloutDevice[];
}

/** A roll-out: its result, and what is known of it. */
export interface RolloutDetail extends Readonly<Omit<Schemas['RolloutDetail'], keyof Typed>>, Typed {}

/** What was told of a roll-out; also that it was refused with 16, 17 for too many active ones, 38 or 41. */
export interface RolloutAnswer extends RolloutDetail, Answered {}

/** What would become of a roll-out now. */
export interface RolloutDryRun extends Readonly<Omit<Schemas['RolloutDryRunDetail'], keyof Typed>>, Typed, Answered {}

/** All roll-outs, newest first. */
export interface RolloutList extends Answered {
  readonly details: readonly RolloutDetail[];
}
