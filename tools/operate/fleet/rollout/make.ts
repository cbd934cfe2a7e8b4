import type { RolloutRequest, StreamFleetClient } from '../../../../client/src/index.ts';
import { CommandError, UsageError } from '../../../command-line.ts';
import type { CommandContext } from '../program.ts';
import { cancelRollout, done, membersIn, statusOf } from './api.ts';
import { showDryRun, showRollout } from './show.ts';

const REFUSALS = {
  NOT_EXIST: 'There is no such firmware: see "firmware list"',
  WRONG_STATE: 'The firmware is not available: see "firmware list"',
  CONSTRAINT_VIOLATION: 'Another roll-out has this id already: take another',
  TOO_MANY: 'There are more than 50,000 devices, or 20 roll-outs are active: see "rollout list"',
};

/**
 * Makes a roll-out, or tries what would become of it. The same once more changes nothing.
 * @param leftOut devices that no request can name
 * @throws CommandError when it is refused, or devices are left out
 */
export async function makeRollout(
  { printer }: CommandContext,
  api: StreamFleetClient,
  call: 'createRollout' | 'dryRunRollout',
  request: RolloutRequest,
  leftOut = 0,
): Promise<void> {
  const rollout = done(await api[call](request), REFUSALS);
  if (rollout.result !== 0) printer.note('The same request has made it before: nothing is changed');
  if ('results' in rollout) showDryRun(printer, rollout);
  else showRollout(printer, rollout);
  if (leftOut > 0) throw new CommandError(`${String(leftOut)} devices are left out: they have no serial number`);
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
 * is cancelled first.
 * @throws CommandError when there are none
 */
export async function retryRollout(
  context: CommandContext,
  api: StreamFleetClient,
  id: string,
  { states, firmware, newId = nextId(id), plan }: Retry,
): Promise<void> {
  const { 'firmware-id': firmwareId = firmware, state } = await statusOf(api, id);
  if (firmwareId === undefined) throw new CommandError(`The record of ${id} cannot be read: give --firmware`);
  const takesOver = states.includes('queued') || states.includes('waiting');
  if (takesOver && state !== 'completed') await cancelRollout(context, api, id);
  const sn = [...new Set((await membersIn(api, id, states)).map((member) => member.sn))];
  if (sn.length === 0) throw new CommandError(`No device of ${id} is ${states.join(', ')}: nothing was made`);
  context.ending.asked.throwIfAborted();
  const request = { ...plan, 'rollout-id': newId, 'firmware-id': firmware ?? firmwareId, sn };
  await makeRollout(context, api, 'createRollout', request);
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
