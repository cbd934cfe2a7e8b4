import type { RolloutDetail, StreamFleetClient } from '../../../../client/src/index.ts';
import type { Printer } from '../output.ts';
import type { CommandContext } from '../program.ts';
import { done } from './api.ts';

/** Pauses a roll-out. */
export async function pauseRollout({ printer }: CommandContext, api: StreamFleetClient, id: string): Promise<void> {
  tell(printer, done(await api.pauseRollout(id), { WRONG_STATE: `Roll-out ${id} has ended` }));
}

/**
 * Lets a paused roll-out go on.
 * @param version as the operator has seen it: nobody accepts failures that nobody was told
 */
export async function resumeRollout(
  { printer }: CommandContext,
  api: StreamFleetClient,
  id: string,
  version: number,
): Promise<void> {
  const refusal = `Roll-out ${id} is not paused as in version ${String(version)}, or its firmware is not available`;
  tell(printer, done(await api.resumeRollout(id, version), { WRONG_STATE: `${refusal}: see "rollout status ${id}"` }));
}

/** Cancels a roll-out. Upgrades that it has requested go on. */
export async function cancelRollout({ printer }: CommandContext, api: StreamFleetClient, id: string): Promise<void> {
  tell(printer, done(await api.cancelRollout(id), { WRONG_STATE: `Roll-out ${id} is completed` }));
}

function tell(printer: Printer, rollout: RolloutDetail): void {
  const { 'rollout-id': id, result, state, 'under-way': underWay = 0 } = rollout;
  const others = underWay > 0 ? `; upgrades under way go on: ${String(underWay)}` : '';
  printer.print(rollout, `Roll-out ${id} is ${String(state)}${result === 0 ? '' : ', as it was before'}${others}.`);
}
