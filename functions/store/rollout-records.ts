import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import { CHUNK_SIZE, isLetter, MEMBER_STATES, type Chunk, type Counts, type Letter } from '../domain/members.ts';
import { OddRollout, StoreUnavailable } from '../domain/ports.ts';
import type { Rollout } from '../domain/rollout.ts';
import { fromRaw, type RawItem } from './client.ts';
import { HEAD, ROLLOUT_SCHEMA, type ChunkItem, type RolloutItem } from './items/rollout.ts';
import { NONE } from './items/upgrade.ts';
import { decodedUserName, encodedUserName } from './user-names.ts';

/** 600 days: longer than whoever asks what became of it will remember its id. */
const KEPT_SECONDS = 600 * 24 * 60 * 60;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const moment = v.pipe(v.string(), v.isoTimestamp());
const momentOrNull = v.nullable(moment);

/** The name under which the count of a state is stored. */
const countName = (state: string) => state.replace('timed-out', 'timedOut');
const countEntries = Object.fromEntries(MEMBER_STATES.map((state) => [countName(state), count]));

const headSchema = v.object({
  rolloutId: v.string(),
  state: v.picklist(['running', 'paused', 'completed', 'cancelled']),
  reason: v.picklist([NONE, 'operator', 'failures', 'no-success', 'gate', 'firmware', 'error']),
  phase: v.picklist(['active', 'over']),
  ...{ version: count, revision: count, firmwareId: count, total: count, cursor: count, wave: count },
  ...{ createdBy: v.string(), createdAt: moment, changedBy: v.string(), changedAt: momentOrNull },
  ...{ bodyHash: v.string(), membersId: v.string() },
  betweenWaves: v.union([count, v.literal('manual')]),
  ...{ failedPercent: count, ofAtLeast: count, maxInFlight: count, waitHours: count },
  waves: v.pipe(
    v.array(v.object({ devices: count, openedAt: v.optional(moment), drainedAt: v.optional(moment) })),
    v.minLength(1),
  ),
  ...{ nextWaveAt: momentOrNull, resumedAt: momentOrNull, resumedFrom: v.nullable(count) },
  counts: v.object(countEntries),
  own: v.object({ waiting: count, underWay: count, succeeded: count, upToDate: count }),
  before: v.object({ ended: count, bad: count }),
  openChunks: v.array(count),
});

const letters = v.pipe(
  v.string(),
  v.transform((text) => Array.from(text)),
  v.array(v.custom<Letter>((text) => isLetter(String(text)))),
);
const chunkSchema = v.object({ sns: v.array(v.string()), letters });

/** A head as it is stored. */
export function headItem(rollout: Rollout): RawItem {
  const { reason = NONE, createdBy, changedBy, counts, waves, ...rest } = rollout;
  const item: RolloutItem = {
    ...rest,
    ...{ part: HEAD, schema: ROLLOUT_SCHEMA, reason, waves, expiresAt: expiryOf(rollout) },
    createdBy: encodedUserName(createdBy),
    changedBy: changedBy === undefined ? NONE : encodedUserName(changedBy),
    changedAt: rollout.changedAt ?? null,
    nextWaveAt: rollout.nextWaveAt ?? null,
    resumedAt: rollout.resumedAt ?? null,
    resumedFrom: rollout.resumedFrom ?? null,
    counts: Object.fromEntries(MEMBER_STATES.map((state) => [countName(state), counts[state]])),
  };
  return marshall(item, { removeUndefinedValues: true });
}

/** Throws OddRollout for what is no head, and StoreUnavailable for one of a later version. */
export function headFrom(raw: RawItem): Rollout {
  const item = fromRaw(raw);
  if (typeof item['schema'] === 'number' && item['schema'] > ROLLOUT_SCHEMA) {
    throw new StoreUnavailable('reading a roll-out that a later version made');
  }
  const result = v.safeParse(headSchema, item);
  if (!result.success) throw new OddRollout('the head of a roll-out has no such form', item['state']);
  const { reason, createdBy, changedBy, changedAt, nextWaveAt, resumedAt, resumedFrom, counts, ...rest } =
    result.output;
  const rollout: Rollout = {
    ...rest,
    reason: reason === NONE ? undefined : reason,
    createdBy: decodedUserName(createdBy),
    changedBy: changedBy === NONE ? undefined : decodedUserName(changedBy),
    ...{ changedAt: known(changedAt), nextWaveAt: known(nextWaveAt), resumedAt: known(resumedAt) },
    resumedFrom: known(resumedFrom),
    counts: countsFrom(counts),
  };
  if (!isSound(rollout)) throw new OddRollout('the numbers of a roll-out contradict each other', item['state']);
  return rollout;
}

function known<T>(value: T | null): T | undefined {
  return value ?? undefined;
}

function countsFrom(stored: Readonly<Record<string, number>>): Counts {
  const of = (state: string) => stored[countName(state)] ?? 0;
  return {
    ...{ queued: of('queued'), waiting: of('waiting'), requested: of('requested'), running: of('running') },
    ...{ succeeded: of('succeeded'), failed: of('failed'), 'timed-out': of('timed-out'), cancelled: of('cancelled') },
    ...{ skipped: of('skipped'), lost: of('lost') },
  };
}

/** Whether its numbers can belong to one roll-out. */
function isSound({ counts, total, cursor, wave, waves }: Rollout): boolean {
  const sum = Object.values(counts).reduce((one, other) => one + other, 0);
  const grows = waves.every(({ devices }, index) => devices > (waves[index - 1]?.devices ?? 0));
  const hasWave = wave >= 1 && wave <= waves.length && waves.at(-1)?.devices === total;
  return sum === total && cursor === total - counts.queued && grows && hasWave;
}

/** The part of a chunk. */
export function partOf({ membersId }: Rollout, number: number): string {
  return `${membersId}#${String(number).padStart(5, '0')}`;
}

export function chunkItem(rollout: Rollout, { number, sns, letters }: Chunk): RawItem {
  const { rolloutId } = rollout;
  const part = partOf(rollout, number);
  const item: ChunkItem = { rolloutId, part, sns, letters: letters.join(''), expiresAt: expiryOf(rollout) };
  return marshall(item);
}

/** Throws OddRollout for what is no chunk of this roll-out with this number. */
export function chunkFrom(raw: RawItem | undefined, { total }: Rollout, number: number): Chunk {
  const length = Math.min(CHUNK_SIZE, total - number * CHUNK_SIZE);
  const result = v.safeParse(chunkSchema, raw && fromRaw(raw));
  if (!result.success || result.output.sns.length !== length || result.output.letters.length !== length)
    throw new OddRollout('a chunk of a roll-out has no such form');
  return { number, ...result.output };
}

function expiryOf({ createdAt }: Rollout): number {
  return epochSeconds(new Date(createdAt)) + KEPT_SECONDS;
}
