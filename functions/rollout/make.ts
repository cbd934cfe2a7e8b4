import { randomUUID } from 'node:crypto';
import { chunksOf } from '../store/batching.ts';
import { CHUNK_SIZE, NO_MEMBERS, type Chunk } from '../domain/members.ts';
import type { Rollout } from '../domain/rollout.ts';
import type { CreateRequest } from './request.ts';

/** A new roll-out with its members: its first wave is open, and all are queued. */
export function made({ sns, waves, ...request }: CreateRequest, createdBy: string, now: Date): Rollout {
  const createdAt = now.toISOString();
  return {
    ...request,
    ...{ state: 'running', phase: 'active', version: 1, revision: 1, createdBy, createdAt, changedBy: createdBy },
    changedAt: createdAt,
    membersId: randomUUID(),
    total: sns.length,
    waves: waves.map((devices, index) => (index === 0 ? { devices, openedAt: createdAt } : { devices })),
    wave: 1,
    cursor: 0,
    counts: { ...NO_MEMBERS, queued: sns.length },
    own: { waiting: 0, underWay: 0, succeeded: 0, upToDate: 0 },
    before: { ended: 0, bad: 0 },
    openChunks: [],
  };
}

/** The members in chunks. */
export function chunked(sns: readonly string[]): readonly Chunk[] {
  return chunksOf(CHUNK_SIZE, sns).map((each, number) => ({
    number,
    sns: each,
    letters: each.map(() => 'q' as const),
  }));
}
