import {
  endsOf,
  hasEnded,
  isLastWave,
  ownBounds,
  remainingOf,
  underWayOf,
  type Moment,
  type Rollout,
} from '../domain/rollout.ts';

/** What a look at a roll-out finds it ready for. */
export type Decision =
  | 'stay'
  /** Nobody is queued, waiting or under way. */
  | 'complete'
  /** It was cancelled, and nobody is under way any more. */
  | 'retire'
  /** It pauses for this reason. */
  | 'failures'
  | 'firmware'
  | 'no-success'
  | 'gate'
  /** The open wave has passed: the next opens after the minutes between waves, or now. */
  | 'pass'
  | 'open';

/** Decides how a roll-out goes on, by its head alone. */
export function decide(rollout: Rollout, isAvailable: boolean, now: Moment): Decision {
  if (hasEnded(rollout)) return rollout.phase === 'active' && underWayOf(rollout) === 0 ? 'retire' : 'stay';
  if (remainingOf(rollout) + underWayOf(rollout) === 0) return 'complete';
  // While it is paused too: who resumes what he saw before is to be told. An error is for a person to look at first.
  if (mustStop(rollout) && !isStoppedFor(rollout)) return 'failures';
  if (rollout.state !== 'running') return 'stay';
  if (!isAvailable && remainingOf(rollout) > 0) return 'firmware';
  return verdictOn(rollout, now);
}

function isStoppedFor({ reason }: Rollout): boolean {
  return reason === 'failures' || reason === 'error';
}

/** The last wave has no verdict. */
function verdictOn(rollout: Rollout, now: Moment): Decision {
  if (isLastWave(rollout)) return 'stay';
  if (rollout.nextWaveAt !== undefined) return rollout.nextWaveAt <= now ? 'open' : 'stay';
  if (!isOver(rollout)) return 'stay';
  return isProven(rollout) ? passageOf(rollout) : 'no-success';
}

/** What follows when the open wave passes. */
export function passageOf({ betweenWaves }: Rollout): 'gate' | 'open' | 'pass' {
  if (betweenWaves === 'manual') return 'gate';
  return betweenWaves === 0 ? 'open' : 'pass';
}

/**
 * The stop rule, over all that ended since the wave opened or a resume accepted what was seen. A wave that has nobody left
 * but who waits is judged by those that ended alone: no more will come to make up the number.
 */
export function mustStop(rollout: Rollout): boolean {
  const { before, failedPercent, ofAtLeast } = rollout;
  const now = endsOf(rollout);
  const [ended, bad] = [now.ended - before.ended, now.bad - before.bad];
  const isWhole = !isLastWave(rollout) && !isBusy(rollout);
  return bad > 0 && bad * 100 >= failedPercent * (isWhole ? ended : Math.max(ended, ofAtLeast));
}

/** Those that wait hold up a wave only until it is proven: canaries that are offline for a minute are no verdict. */
export function isOver(rollout: Rollout): boolean {
  return !isBusy(rollout) && (isProven(rollout) || rollout.own.waiting === 0);
}

function isBusy(rollout: Rollout): boolean {
  const [, bound] = ownBounds(rollout);
  return rollout.cursor < bound || rollout.own.underWay > 0;
}

/** Whether one of the wave's own members has succeeded, or all had the firmware already. */
function isProven(rollout: Rollout): boolean {
  const [from, bound] = ownBounds(rollout);
  return rollout.own.succeeded > 0 || rollout.own.upToDate === bound - from;
}
