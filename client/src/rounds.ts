import type { Circumstances, Outcome } from './attempt.ts';
import { StreamFleetError } from './errors.ts';
import type { BatchAnswer, UpgradeDetail } from './types.ts';

const TRY_AGAIN = 4;

/**
 * Each round asks for the devices whose results no earlier round could tell. Once a round was accepted, the request is:
 * devices still unknown at the end keep 4.
 */
export function inRounds<Method extends string, Detail extends UpgradeDetail>(
  sns: readonly string[],
  send: (sns: readonly string[], circumstances: Circumstances) => Promise<Outcome<BatchAnswer<Method, Detail>>>,
): (circumstances: Circumstances) => Promise<Outcome<BatchAnswer<Method, Detail>>> {
  const told = new Map<string, Detail>();
  const open = () => [...new Set(sns)].filter((sn) => (told.get(sn)?.result ?? TRY_AGAIN) === TRY_AGAIN);
  let accepted: BatchAnswer<Method, Detail> | undefined;
  return async (circumstances) => {
    const outcome = await send(open(), circumstances);
    const { end } = outcome;
    if (end instanceof StreamFleetError) return accepted === undefined ? outcome : { ...outcome, end: accepted };
    for (const detail of end.details) told.set(detail.sn, detail);
    const details = [...new Set(sns)].flatMap((sn) => told.get(sn) ?? []);
    accepted = { ...end, details };
    return { ...outcome, end: accepted, again: open().length > 0 };
  };
}
