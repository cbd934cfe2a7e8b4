import type { RolloutAnswer, RolloutDryRun, RolloutRequest, StreamFleetClient } from '../../../../client/src/index.ts';
import { CommandError, UsageError } from '../../../command-line.ts';
import { step, type CommandContext } from '../program.ts';
import { cancelRollout, done, membersIn, statusOf } from './api.ts';
import { showDryRun, showRollout, sum } from './show.ts';

const refusals = (id: string) => ({
  NOT_EXIST: 'There is no such firmware: see "firmware list"',
  WRONG_STATE: 'The firmware is not available: see "firmware list"',
  CONSTRAINT_VIOLATION: `A roll-out of another list or plan has this id: see "rollout status ${id}". If it is yours, leave it running; else take another id`,
  TOO_MANY: '20 roll-outs are active: try again once one is over (see "rollout list")',
});

/**
 * Tells of a roll-out that was made, or would be.
 * @param leftOut devices that no request can name
 * @throws CommandError when it is refused, starts nobody, or devices are left out
 */
export async function tellMade(
  { printer }: CommandContext,
  answer: Promise<RolloutAnswer | RolloutDryRun>,
  leftOut = 0,
): Promise<void> {
  const rollout = await answer;
  done(rollout, refusals(rollout['rollout-id']));
  if (rollout.result !== 0) printer.note('The same request has made it before: nothing is changed');
  if ('results' in rollout) showDryRun(printer, rollout);
  else showRollout(printer, rollout);
  if (leftOut > 0) throw new CommandError(`${String(leftOut)} devices are left out: they have no serial number`);
  const startsNone = 'results' in rollout && !rollout.waves?.some((wave) => wave['would-start']);
  if (startsNone) throw new CommandError('No device would be started now');
}

/** Of whom a new roll-out can be made: all but those under way and those that have it. */
export const RETRIED = ['failed', 'timed-out', 'lost', 'queued', 'waiting', 'cancelled', 'skipped'] as const;

export interface Retry {
  readonly states: readonly string[];
  /** Of the new one; by default the old one's. */
  readonly firmware?: number | undefined;
  readonly newId?: string | undefined;
  readonly plan: Partial<RolloutRequest>;
}

/**
 * Makes a new roll-out of those members of another that are in some states. To take on those that it has not started, the other
 * is cancelled first, unless a dry run refuses the new one. That 20 are active it cannot tell: only the creation does.
 * @throws CommandError when there are none
 */
export async function retryRollout(
  context: CommandContext,
  api: StreamFleetClient,
  id: string,
  { states, firmware, newId = nextId(id), plan }: Retry,
): Promise<void> {
  const { printer, ending } = context;
  const { 'firmware-id': firmwareId = firmware, state, counts } = await statusOf(api, id);
  if (firmwareId === undefined) throw new CommandError(`The record of ${id} cannot be read: give --firmware`);
  const request = async (): Promise<RolloutRequest> => {
    if (newId === id) throw new UsageError('The new one needs an id of its own');
    const sn = [...new Set((await membersIn(api, id, states)).map((member) => member.sn))];
    if (sn.length === 0) throw new CommandError(`No device of ${id} is ${states.join(', ')}: nothing was made`);
    return { ...plan, 'rollout-id': newId, 'firmware-id': firmware ?? firmwareId, sn };
  };
  const left = ['queued', 'waiting'].filter((each) => !states.includes(each));
  const cancels = left.length < 2 && state !== 'completed';
  if (cancels) {
    // What would refuse the new one refuses it here, where the old one still goes on.
    done(await api.dryRunRollout(await request()), refusals(newId));
    await step(ending, () => cancelRollout(context, api, id));
    ending.tellFailure((error) => (error ? `${id} is cancelled: run the same command again` : 'it is done'));
  }
  // Anew: those that were started before the cancellation are queued no more.
  const made = await request();
  const create = async () => api.createRollout(made);
  await tellMade(context, cancels ? ending.settle(create) : step(ending, create));
  const never = sum(counts, left);
  if (never > 0 && (cancels || state === 'cancelled'))
    printer.note(`${String(never)} devices of ${id} never start: it is cancelled, see "${left.join(' ')}" in --states`);
}

/**
 * The id of the roll-out after another: `spring`, `spring-retry`, `spring-retry-2`, …
 * @throws UsageError when it is too long
 */
export function nextId(id: string): string {
  const { first, count = '1' } = /^(?<first>.+)-retry(?:-(?<count>[1-9]\d{0,8}))?$/.exec(id)?.groups ?? {};
  const next = first === undefined ? `${id}-retry` : `${first}-retry-${String(Number(count) + 1)}`;
  if (next.length <= 64) return next;
  throw new UsageError('The id of the new one would be longer than 64 characters: give --id');
}
