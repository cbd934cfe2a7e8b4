import { isTimeForStep, type Caller } from '../../config/deadline.ts';
import { OddRollout, StoreUnavailable } from '../../domain/ports.ts';
import { remainingOf, type Rollout } from '../../domain/rollout.ts';
import { resumed } from '../change.ts';
import { reportOf, type Entry, type Outcome } from '../report.ts';
import type { ResumeRequest } from '../request.ts';
import type { RolloutServices } from '../services.ts';
import { orOdd } from './status.ts';

/** Looks that run at the same time may change a paused roll-out so often before the caller is told to try again. */
const ATTEMPTS = 5;

/** Lets a paused roll-out go on, if it is still as the caller saw it. Rejects with StoreUnavailable if in doubt. */
export async function resumeRollout(
  request: ResumeRequest,
  services: RolloutServices,
  { userName, remainingMs }: Caller,
): Promise<Outcome> {
  const { rolloutId } = request;
  for (let attempt = 0; attempt < ATTEMPTS && isTimeForStep(remainingMs()); attempt += 1) {
    const before = await orOdd(services.rollouts.find(rolloutId));
    if (before === undefined) return { entries: [{ rolloutId, result: 'NOT_EXIST' }] };
    if (before instanceof OddRollout) {
      return {
        entries: [{ rolloutId, result: 'WRONG_STATE', report: reportOf({ rollout: undefined, state: before.state }) }],
      };
    }
    const result = await resultOf(before, request, services);
    if (result !== 'RESUME') return { entries: [entryOf(rolloutId, result, before)] };
    const after = { ...resumed(before, userName, services.clock().toISOString()), revision: before.revision + 1 };
    const { kind } = await services.rollouts.change({ before, after, chunks: [], claims: [] });
    if (kind === 'written') return { entries: [entryOf(rolloutId, 'SUCCESS', after)] };
    if (kind === 'impossible') throw new Error('a roll-out cannot be resumed');
  }
  throw new StoreUnavailable('resuming a roll-out');
}

async function resultOf(
  rollout: Rollout,
  { version }: ResumeRequest,
  { firmwares }: RolloutServices,
): Promise<'RESUME' | 'REPEAT' | 'WRONG_STATE'> {
  if (rollout.state !== 'paused' || rollout.version !== version) {
    // As long as nothing else has changed since, the caller's own change is the last one.
    const isOwn = rollout.resumedFrom === version && rollout.version === version + 1;
    return isOwn ? 'REPEAT' : 'WRONG_STATE';
  }
  if (remainingOf(rollout) === 0) return 'RESUME';
  const firmware = await firmwares.find(rollout.firmwareId);
  return firmware?.state === 'available' ? 'RESUME' : 'WRONG_STATE';
}

function entryOf(rolloutId: string, result: Entry['result'], rollout: Rollout): Entry {
  return { rolloutId, result, report: reportOf({ rollout, state: rollout.state }) };
}
