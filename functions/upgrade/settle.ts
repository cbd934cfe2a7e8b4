import { untilAnswer, type Caller } from '../config/deadline.ts';
import type { Settled, Upgrades } from '../domain/ports.ts';
import type { CurrentUpgrade } from '../domain/upgrade.ts';
import { resolveConflict, type WriteOutcome } from '../domain/write-outcome.ts';
import { logError } from '../log/log.ts';
import { KEYS_PER_CALL } from '../store/batch-get.ts';
import { chunksOf } from '../store/batching.ts';

/** The device of a write, and the token by which the write is recognised on record. */
interface WriteToken {
  readonly sn: string;
  readonly token: string;
}

/** Settles writes that are in doubt by reading them back, if there is time. Never rejects. */
export async function settleDoubts<Write>(
  writes: readonly Settled<Write>[],
  tokenOf: (write: Write) => WriteToken,
  upgrades: Upgrades,
  caller: Caller,
): Promise<readonly Settled<Write>[]> {
  const doubtful = writes.filter(isDoubtful).map((write) => tokenOf(write).sn);
  if (doubtful.length === 0) return writes;
  const found = await readBack(doubtful, upgrades, caller);
  return writes.map((write) => {
    const token = tokenOf(write);
    return found.has(token.sn)
      ? { ...write, outcome: resolveConflict(found.get(token.sn), token.token, write.outcome.kind === 'unknown') }
      : write;
  });
}

/** Whether the write may be on record, or was refused by an item that was not shown. */
function isDoubtful({ outcome }: { readonly outcome: WriteOutcome }): boolean {
  return outcome.kind === 'unknown' ? outcome.mayBeWritten : outcome.kind === 'refused' && outcome.by === undefined;
}

/** What is on record for each device in doubt that could be read. */
type Records = ReadonlyMap<string, CurrentUpgrade | undefined>;

/** Each call of the database by itself, all at once: one that fails leaves only its own devices in doubt. */
async function readBack(sns: readonly string[], upgrades: Upgrades, caller: Caller): Promise<Records> {
  const signal = untilAnswer(caller);
  const read = async (some: readonly string[]) => {
    try {
      const found = await upgrades.findMany(some, signal);
      return some.map((sn) => [sn, found.get(sn)] as const);
    } catch (error) {
      logError('READ_BACK_FAILED', error, { devices: some.length });
      return [];
    }
  };
  return new Map((await Promise.all(chunksOf(KEYS_PER_CALL, sns).map(read))).flat());
}
