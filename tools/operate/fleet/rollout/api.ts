import { codeName, type CodeName, type RolloutDetail, type StreamFleetClient } from '../../../../client/src/index.ts';
import { CommandError } from '../../../command-line.ts';

/**
 * Checks that the API has done what was asked for, now or before.
 * @param refusals what to say where it was refused, by the name of the code
 * @throws CommandError when it was, or there is no such roll-out
 */
export function done<Detail extends RolloutDetail>(
  rollout: Detail,
  refusals: Partial<Record<CodeName, string>> = {},
): Detail {
  const { 'rollout-id': id, result } = rollout;
  const name = codeName(result);
  if (name === 'SUCCESS' || name === 'REPEAT') return rollout;
  const unknown = name === 'NOT_EXIST' ? `There is no roll-out ${id}: see "rollout list"` : undefined;
  throw new CommandError(refusals[name] ?? unknown ?? `The API refused with ${String(result)} ${name}`);
}

/** How a roll-out stands. */
export async function statusOf(api: StreamFleetClient, id: string): Promise<RolloutDetail> {
  return done(await api.rolloutStatus(id));
}

/** The members of a roll-out in these states. */
export async function membersIn(api: StreamFleetClient, id: string, states: readonly string[]) {
  const answers = states.map(async (state) => done(await api.rolloutStatus(id, { state })).devices ?? []);
  return (await Promise.all(answers)).flat();
}
