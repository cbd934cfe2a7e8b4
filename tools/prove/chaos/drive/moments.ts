import { keyOf, type Rollout } from '../../../../functions/domain/rollout.ts';
import type { RawItem } from '../../../../functions/store/client.ts';
import { HEAD } from '../../../../functions/store/items/rollout.ts';
import { chunkFrom, headFrom, partOf } from '../../../../functions/store/rollout-records.ts';
import type { Moment, Version } from '../checker/history.ts';
import { numbersOf, stored } from '../checker/rollouts/snapshot.ts';
import type { StreamPart, StreamVersion } from './stream-log.ts';
import type { WriteLog } from './write-log.ts';

type Open = { -readonly [Name in keyof Moment]: Moment[Name] } & { versions: Version[]; head?: Rollout };

/**
 * Puts writes together that one transaction made: the engine keeps them side by side, in the order of the statements. First
 * comes the head, then its chunks, then its claims.
 */
export function momentsOf(
  writes: readonly (StreamVersion | StreamPart)[],
  times: Pick<WriteLog, 'timesOf' | 'timesOfHead'>,
): readonly Moment[] {
  const moments: Open[] = [];
  const chunks = new Map<string, RawItem>();
  const storedNow = (head: Rollout) =>
    stored(
      head,
      numbersOf(head).map((number) => chunkFrom(chunks.get(partOf(head, number)), head, number)),
    );
  for (const write of writes) {
    const last = moments.at(-1);
    if ('upgradeId' in write) {
      add(moments, { ...write, ...times.timesOf(write) });
    } else if (write.part === HEAD) {
      const head = headFrom(write.item);
      moments.push({ head, stored: storedNow(head), ...times.timesOfHead(head), versions: [] });
    } else {
      chunks.set(write.part, write.item);
      const head = last?.head;
      if (last !== undefined && head?.rolloutId === write.rolloutId) last.stored = storedNow(head);
    }
  }
  return moments;
}

function add(moments: Open[], version: Version): void {
  const last = moments.at(-1);
  if (isClaimOf(last?.head, version)) last?.versions.push(version);
  else moments.push({ sent: version.sent, answered: version.answered, versions: [version] });
}

function isClaimOf(head: Rollout | undefined, { state, requestKey }: Version): boolean {
  return head !== undefined && state === 'requested' && requestKey === keyOf(head.rolloutId);
}
