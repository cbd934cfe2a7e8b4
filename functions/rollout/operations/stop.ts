import { isTimeToWrite, type Caller } from '../../config/deadline.ts';
import type { StateChange } from '../../domain/ports.ts';
import { underWayOf } from '../../domain/rollout.ts';
import { reportOf, type Outcome } from '../report.ts';
import type { IdRequest } from '../request.ts';
import type { RolloutServices } from '../services.ts';

/** Pauses a roll-out. Once it is told 0 or 1, no device is started by it until a resume. */
export async function pauseRollout(request: IdRequest, services: RolloutServices, caller: Caller): Promise<Outcome> {
  return told(request, await services.rollouts.pause(request.rolloutId, changedNow(services, caller)), 'paused');
}

/** Cancels a roll-out. Once it is told 0 or 1, no device is started by it any more. */
export async function cancelRollout(request: IdRequest, services: RolloutServices, caller: Caller): Promise<Outcome> {
  return told(request, await services.rollouts.cancel(request.rolloutId, changedNow(services, caller)), 'cancelled');
}

function changedNow({ clock }: RolloutServices, caller: Caller) {
  return { by: caller.userName, at: clock().toISOString(), inTime: () => isTimeToWrite(caller) };
}

/** What was asked for and is so already is a repeat, whoever made it so. */
function told({ rolloutId }: IdRequest, { isWritten, found }: StateChange, wanted: string): Outcome {
  if (found === undefined) return { entries: [{ rolloutId, result: 'NOT_EXIST' }] };
  const result = isWritten ? 'SUCCESS' : found.state === wanted ? 'REPEAT' : 'WRONG_STATE';
  const underWay = found.rollout && { 'under-way': underWayOf(found.rollout) };
  return { entries: [{ rolloutId, result, report: { ...reportOf(found), ...underWay } }] };
}
