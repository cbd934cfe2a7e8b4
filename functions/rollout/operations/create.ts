import { isTimeForStep, type Caller } from '../../config/deadline.ts';
import { Refusal } from '../../domain/refusal.ts';
import { OddRollout } from '../../domain/ports.ts';
import { MAX_ACTIVE, type Rollout } from '../../domain/rollout.ts';
import type { AvailableFirmware } from '../../domain/firmware.ts';
import { chunked, made } from '../make.ts';
import { reportOf, type Entry, type Outcome } from '../report.ts';
import type { CreateRequest } from '../request.ts';
import type { RolloutServices } from '../services.ts';
import { orOdd } from './status.ts';

/**
 * Makes a roll-out, or tells the one that the same request made before. Rejects with Refusal, and with StoreUnavailable if in
 * doubt: it may have been made.
 */
export async function createRollout(
  request: CreateRequest,
  services: RolloutServices,
  { userName, remainingMs }: Caller,
): Promise<Outcome> {
  const { rollouts, clock } = services;
  const before = await readBefore(request, services);
  if ('repeat' in before) return { entries: [before.repeat] };
  // Last: whoever is told it knows that nothing else is wrong.
  if ((await rollouts.active()).length >= MAX_ACTIVE) throw new Refusal('TOO_MANY');
  const rollout = made(request, userName, clock());
  if ((await rollouts.create(rollout, chunked(request.sns), () => isTimeForStep(remainingMs()))) === 'written') {
    return { entries: [entryOf(rollout, 'SUCCESS')] };
  }
  // By another request at the same time, or by our own, whose reply was lost.
  const found = await orOdd(rollouts.find(request.rolloutId));
  const isOwn = !(found instanceof OddRollout) && found?.membersId === rollout.membersId;
  return { entries: [isOwn ? entryOf(found, 'SUCCESS') : repeatOf(request, found)] };
}

/** What stands before the making of a roll-out: one that the same request has made, or the firmware. Refuses all else. */
export async function readBefore(
  request: CreateRequest,
  { rollouts, firmwares }: RolloutServices,
): Promise<{ readonly repeat: Entry } | { readonly firmware: AvailableFirmware }> {
  const found = await orOdd(rollouts.find(request.rolloutId));
  if (found !== undefined) return { repeat: repeatOf(request, found) };
  const firmware = await firmwares.find(request.firmwareId);
  if (firmware === undefined) throw new Refusal('NOT_EXIST');
  if (firmware.state !== 'available') throw new Refusal('WRONG_STATE');
  return { firmware };
}

/** Whatever is on record under the id, it is taken. */
function repeatOf({ bodyHash }: CreateRequest, found: Rollout | OddRollout | undefined): Entry {
  if (found instanceof OddRollout || found?.bodyHash !== bodyHash) throw new Refusal('CONSTRAINT_VIOLATION');
  return entryOf(found, 'REPEAT');
}

function entryOf(rollout: Rollout, result: Entry['result']): Entry {
  return { rolloutId: rollout.rolloutId, result, report: reportOf({ rollout, state: rollout.state }) };
}
