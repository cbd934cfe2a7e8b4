import { StoreUnavailable, type Claim } from '../../domain/ports.ts';
import type { Rollout } from '../../domain/rollout.ts';
import { logError } from '../../log/log.ts';
import { logStarted } from '../../log/started.ts';
import type { RolloutServices } from '../services.ts';
import { mustStop } from '../decide.ts';
import { nextSlice, roomOf, rotated, waitingSlices, type Slice } from '../slice.ts';
import { awaitedAmong, type AwaitedAmong, type KnownRollout, type Records } from './awaited.ts';
import { claimSlice } from './claim.ts';
import { look } from './look.ts';
import { Contradiction, Superseded, type View } from './view.ts';

/** So often a run begins a roll-out anew that another has changed; then it is left to the next run. */
const RESTARTS = 3;

/** A roll-out in a run. */
interface Turn extends KnownRollout {
  view: View | undefined;
  isOdd: boolean;
  isGone: boolean;
  restarts: number;
  started: number;
  leasesExpired: number;
  /** What is left of those that wait. */
  waiting: Slice[];
  /** Whether it is the turn of those that are queued. */
  isQueueNext: boolean;
  readonly refusals: Map<string, number>;
}

/** What a run has seen and done. */
export interface Run {
  /** Each active roll-out as it was last read or written, that it was set aside, or that it could not be read. */
  readonly seen: readonly (Rollout | 'odd' | 'unread')[];
  /** Devices whose upgrades it has started. */
  readonly started: number;
  /** Those of them whose last upgrade had run out of its lease before anybody reported its end. */
  readonly leasesExpired: number;
}

/**
 * One run over all active roll-outs: first a look at each, then claims in turn, a slice of each, while there is time. It keeps
 * nothing for the next run, and another run at the same time is harmless. What is wrong with one roll-out holds up no
 * other. Rejects with StoreUnavailable when it cannot be known which are active.
 * @param inTime asked before each step
 */
export async function advance(services: RolloutServices, inTime: () => boolean): Promise<Run> {
  const minute = Math.floor(services.clock().getTime() / 60_000);
  const turns = rotated(await services.rollouts.active(), minute).map(newTurn);
  for (const turn of turns) {
    while (inTime() && (await inTurn(turn, services, () => lookAt(turn, minute, services))) && turn.view === undefined);
  }
  const over = new Set<string>();
  let going = turns.filter(({ view }) => view !== undefined);
  while (going.length > 0 && inTime()) {
    const next: Turn[] = [];
    for (const turn of going) {
      const awaited = (records: Records) => awaitedAmong(records, turn.rolloutId, turns, over, services.rollouts);
      if (inTime() && (await inTurn(turn, services, () => step(turn, awaited, minute, services)))) next.push(turn);
    }
    going = next;
  }
  const sumOf = (name: 'started' | 'leasesExpired') => turns.reduce((sum, turn) => sum + turn[name], 0);
  return { seen: turns.flatMap(seenOf), started: sumOf('started'), leasesExpired: sumOf('leasesExpired') };
}

/** One that is gone is not seen at all. */
function seenOf({ view, isOdd, isGone }: Turn): Run['seen'] {
  if (isGone) return [];
  return [view?.rollout ?? (isOdd ? 'odd' : 'unread')];
}

function newTurn(rolloutId: string): Turn {
  return {
    rolloutId,
    view: undefined,
    isOdd: false,
    isGone: false,
    restarts: 0,
    started: 0,
    leasesExpired: 0,
    waiting: [],
    isQueueNext: false,
    refusals: new Map(),
  };
}

async function lookAt(turn: Turn, minute: number, services: RolloutServices): Promise<boolean> {
  turn.view = await look(turn.rolloutId, services, turn.restarts > 0);
  turn.isGone = turn.view === undefined;
  turn.waiting = waitingSlices(turn.view?.chunks.values() ?? [], minute);
  return turn.view !== undefined;
}

/** One slice of a roll-out. Resolves to whether there may be more. */
async function step(turn: Turn, awaited: AwaitedAmong, minute: number, services: RolloutServices): Promise<boolean> {
  const { view, refusals } = turn;
  if (view === undefined) return lookAt(turn, minute, services);
  const { rollout } = view;
  // A slice may leave nobody of the wave queued or under way: then only those that ended count, and the rule may hold at once. The
  // next look pauses the roll-out.
  if (rollout.state !== 'running' || mustStop(rollout) || roomOf(rollout) <= 0) return false;
  const slice = sliceOf(turn, rollout);
  if (slice === undefined) return false;
  const claimed = await claimSlice(view, slice, { services, refusals, awaited });
  if (claimed === undefined) return false;
  turn.view = claimed.view;
  tell(turn, claimed.claims);
  return true;
}

/** Tells in the log which upgrades a turn has started, and counts them. */
function tell(turn: Turn, claims: readonly Claim[]): void {
  turn.started += claims.length;
  turn.leasesExpired += logStarted(claims);
}

/**
 * Who waits and who is queued, by turns: many that wait for long must not keep a run from those that are queued, as nobody
 * of a wave is skipped before all of it has been tried.
 */
function sliceOf(turn: Turn, rollout: Rollout): Slice | undefined {
  const waiting = turn.isQueueNext ? undefined : turn.waiting.shift();
  turn.isQueueNext = waiting !== undefined;
  return waiting ?? nextSlice(rollout) ?? turn.waiting.shift();
}

/**
 * Does a step of a turn. Resolves to whether there may be more: if another has changed the roll-out, it begins anew; whatever
 * else goes wrong ends this turn, and no other.
 */
async function inTurn(turn: Turn, services: RolloutServices, run: () => Promise<boolean>): Promise<boolean> {
  try {
    return await run();
  } catch (error) {
    turn.view = undefined;
    if (error instanceof Superseded) {
      tell(turn, error.claims);
      turn.restarts += 1;
      if (turn.restarts <= RESTARTS) return true;
    }
    const { rolloutId } = turn;
    if (error instanceof Superseded && !(error instanceof Contradiction)) {
      logError('ROLLOUT_UNANSWERED', error, { rolloutId });
      return false;
    }
    turn.isOdd = !(error instanceof StoreUnavailable);
    logError(turn.isOdd ? 'ROLLOUT_ODD' : 'ROLLOUT_UNREADABLE', error, { rolloutId });
    if (turn.isOdd) await services.rollouts.setAside(rolloutId, services.clock().toISOString());
    return false;
  }
}
