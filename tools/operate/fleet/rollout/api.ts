import { codeName, type CodeName, type RolloutDetail, type StreamFleetClient } from '../../../../client/src/index.ts';
import { CommandError } from '../../../command-line.ts';
import { isGiven } from '../errors.ts';
import type { CommandContext } from '../program.ts';

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
  if (isGiven(result)) return rollout;
  const name = codeName(result);
  const unknown = name === 'NOT_EXIST' ? `There is no roll-out ${id}: see "rollout list"` : undefined;
  throw new CommandError(refusals[name] ?? unknown ?? `The API refused with ${String(result)} ${name}`);
}

export async function statusOf(api: StreamFleetClient, id: string): Promise<RolloutDetail> {
  return done(await api.rolloutStatus(id));
}

/** @throws CommandError when they cannot be read: to list none would say that there are none */
export async function membersIn(api: StreamFleetClient, id: string, states: readonly string[]) {
  const answers = states.map(async (state) => {
    const { devices } = done(await api.rolloutStatus(id, { state }));
    if (devices === undefined)
      throw new CommandError(`The devices of ${id} cannot be read: the records of this roll-out are damaged`);
    return devices;
  });
  return (await Promise.all(answers)).flat();
}

/**
 * Tells what has become of a roll-out that is paused, resumed or cancelled.
 * @param refusal what to say when, as the roll-out stands, that cannot be
 */
export async function tellChange(
  { printer }: CommandContext,
  answer: Promise<RolloutDetail>,
  refusal: string,
): Promise<void> {
  const rollout = await answer;
  const { 'rollout-id': id, result, state, version = '-', 'under-way': underWay = 0 } = rollout;
  const stands = `it is ${String(state)}, version ${String(version)}: see "rollout status ${id}"`;
  done(rollout, { WRONG_STATE: `${refusal}; ${stands}` });
  const others = underWay > 0 ? `; upgrades under way go on: ${String(underWay)}` : '';
  printer.print(rollout, `Roll-out ${id} is ${String(state)}${result === 0 ? '' : ', as it was before'}${others}.`);
}

/** Cancels a roll-out. Upgrades that it has requested go on. */
export async function cancelRollout(context: CommandContext, api: StreamFleetClient, id: string): Promise<void> {
  await tellChange(context, api.cancelRollout(id), `Roll-out ${id} cannot be cancelled`);
}
