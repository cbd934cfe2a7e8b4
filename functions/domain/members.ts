import type { DeviceResult } from './api-status.ts';

/** How a member of a roll-out stands, in the order in which counts are told. */
export const MEMBER_STATES = [
  'queued',
  'waiting',
  'requested',
  'running',
  'succeeded',
  'failed',
  'timed-out',
  'cancelled',
  'skipped',
  'lost',
] as const;

export type MemberState = (typeof MEMBER_STATES)[number];

/** How many members are in each state. */
export type Counts = Readonly<Record<MemberState, number>>;

export const NO_MEMBERS: Counts = {
  queued: 0,
  waiting: 0,
  requested: 0,
  running: 0,
  succeeded: 0,
  failed: 0,
  'timed-out': 0,
  cancelled: 0,
  skipped: 0,
  lost: 0,
};

/** How a member stands, and why it waits or was skipped. */
export interface Standing {
  readonly state: MemberState;
  readonly result?: Extract<DeviceResult, 'REPEAT' | 'DEVICE_BUSY' | 'DEVICE_LOST' | 'NOT_EXIST' | 'DEVICE_TYPE_ERROR'>;
  readonly reason?: 'up-to-date' | 'newer-request';
}

/** The letters by which chunks tell how their members stand; capitals are skipped ones. */
export const STANDINGS = {
  q: { state: 'queued' },
  w: { state: 'waiting', result: 'REPEAT' },
  b: { state: 'waiting', result: 'DEVICE_BUSY' },
  o: { state: 'waiting', result: 'DEVICE_LOST' },
  r: { state: 'requested' },
  i: { state: 'running' },
  s: { state: 'succeeded' },
  f: { state: 'failed' },
  t: { state: 'timed-out' },
  c: { state: 'cancelled' },
  l: { state: 'lost' },
  W: { state: 'skipped', result: 'REPEAT' },
  B: { state: 'skipped', result: 'DEVICE_BUSY' },
  O: { state: 'skipped', result: 'DEVICE_LOST' },
  U: { state: 'skipped', result: 'NOT_EXIST' },
  P: { state: 'skipped', result: 'DEVICE_TYPE_ERROR' },
  D: { state: 'skipped', reason: 'up-to-date' },
  N: { state: 'skipped', reason: 'newer-request' },
} as const satisfies Readonly<Record<string, Standing>>;

export type Letter = keyof typeof STANDINGS;

/** What a member that waits becomes when its time is over. */
export const AFTER_WAITING = { w: 'W', b: 'B', o: 'O' } as const;

export type WaitingLetter = keyof typeof AFTER_WAITING;

export function isLetter(text: string): text is Letter {
  return Object.hasOwn(STANDINGS, text);
}

export function isWaiting(letter: string): letter is WaitingLetter {
  return Object.hasOwn(AFTER_WAITING, letter);
}

/** Whether the roll-out has started an upgrade whose end it has not seen. */
export function isUnderWay(letter: Letter | undefined): letter is 'r' | 'i' {
  return letter === 'r' || letter === 'i';
}

/** Whether there may be something to see or to do for a member that the cursor has passed. */
export function isOpen(letter: Letter): boolean {
  return isWaiting(letter) || isUnderWay(letter);
}

/** Up to this many members stand in one item: with all their claims and the head they fit into one transaction. */
export const CHUNK_SIZE = 90;

/** Members of a roll-out that follow each other. */
export interface Chunk {
  /** Its place among the chunks of the roll-out, from 0. */
  readonly number: number;
  readonly sns: readonly string[];
  /** One for each serial number. */
  readonly letters: readonly Letter[];
}
