import { untilAnswer, type Caller } from '../config/deadline.ts';
import type { Settled, Upgrades } from '../domain/ports.ts';
import type { CurrentUpgrade } from '../domain/upgrade.ts';
import { resolveConflict, type WriteOutcome } from '../domain/write-outcome.ts';
import { logError } from '../log/log.ts';

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
  const found = doubtful.length > 0 ? await readBack(doubtful, upgrades, caller) : undefined;
  if (found === undefined) return writes;
  return writes.map((write) =>
    isDoubtful(write) ? { ...write, outcome: resolved(write, tokenOf(write), found) } : write,
  );
}

/** Whether the write may be on record, or was refused by an item that was not shown. */
function isDoubtful({ outcome }: { readonly outcome: WriteOutcome }): boolean {
  return outcome.kind === 'unknown' ? outcome.mayBeWritten : outcome.kind === 'refused' && outcome.by === undefined;
}

function resolved(
  { outcome }: { readonly outcome: WriteOutcome },
  { sn, token }: WriteToken,
  found: ReadonlyMap<string, CurrentUpgrade>,
): WriteOutcome {
  return resolveConflict(found.get(sn), token, outcome.kind === 'unknown');
}

async function readBack(sns: readonly string[], upgrades: Upgrades, caller: Caller) {
  try {
    return await upgrades.findMany(sns, untilAnswer(caller));
  } catch (error) {
    logError('READ_BACK_FAILED', error, { devices: sns.length });
    return undefined;
  }
}
