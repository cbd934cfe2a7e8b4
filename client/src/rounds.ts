import type { Patience } from './arguments.ts';
import { attempt, type Circumstances, type Request } from './attempt.ts';
import { StreamFleetError } from './errors.ts';
import { patiently } from './retry.ts';
import type { BatchAnswer, UpgradeDetail } from './types.ts';

const TRY_AGAIN = 4;

/**
 * Each round asks for the devices whose results no earlier round could tell. Once a round was accepted, the request is:
 * devices still unknown at the end keep 4.
 */
export async function inRounds<Method extends string, Detail extends UpgradeDetail>(
  sns: readonly string[],
  requestFor: (sns: readonly string[]) => Request<BatchAnswer<Method, Detail>>,
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<BatchAnswer<Method, Detail>> {
  const distinct = [...new Set(sns)];
  const told = new Map<string, Detail>();
  const open = () => distinct.filter((sn) => (told.get(sn)?.result ?? TRY_AGAIN) === TRY_AGAIN);
  const accepted: BatchAnswer<Method, Detail>[] = [];
  const round = async (circumstances: Circumstances) => {
    const end = await attempt(requestFor(open()), circumstances);
    if (end instanceof StreamFleetError) return end;
    accepted.push(end);
    for (const detail of end.details) told.set(detail.sn, detail);
    return end;
  };
  const last = await patiently(round, patience, signal, () => open().length === 0);
  const end = accepted.at(-1) ?? last;
  if (end instanceof StreamFleetError) throw end;
  return { ...end, details: distinct.flatMap((sn) => told.get(sn) ?? []) };
}
