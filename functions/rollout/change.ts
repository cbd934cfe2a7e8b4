import { endsOf, isLastWave, type Moment, type Rollout } from '../domain/rollout.ts';
import { isOver, passageOf, type Decision } from './decide.ts';

const MINUTE_MS = 60_000;

const NOTHING_SEEN = { waiting: 0, underWay: 0, succeeded: 0, upToDate: 0 };

/** The roll-out after a decision was carried out. */
export function carriedOut(rollout: Rollout, decision: Decision, now: Moment): Rollout {
  switch (decision) {
    case 'stay':
      return rollout;
    case 'complete':
      return { ...changed(rollout, now), state: 'completed', reason: undefined, phase: 'over' };
    case 'retire':
      return { ...rollout, phase: 'over' };
    case 'pass':
      return { ...rollout, nextWaveAt: nextOpening(rollout, now) };
    case 'open':
      return opened(changed(rollout, now), now);
    case 'failures':
    case 'firmware':
    case 'no-success':
    case 'gate':
      return { ...changed(rollout, now), state: 'paused', reason: decision };
  }
}

/**
 * A paused roll-out after a person resumed it. After a stop the person accepts what was seen: its count begins anew, and a
 * wave that is over passes, whatever became of it.
 */
export function resumed(rollout: Rollout, by: string, now: Moment): Rollout {
  const { reason, version: resumedFrom } = rollout;
  const running: Rollout = {
    ...changed(rollout, now, by),
    ...{ state: 'running', reason: undefined, resumedAt: now, resumedFrom },
  };
  if (reason === 'gate') return opened(running, now);
  if (reason !== 'failures' && reason !== 'no-success') return running;
  const accepted = { ...running, before: endsOf(rollout) };
  const passes = !isLastWave(rollout) && rollout.nextWaveAt === undefined && isOver(rollout);
  if (!passes) return accepted;
  return passageOf(rollout) === 'pass' ? { ...accepted, nextWaveAt: nextOpening(rollout, now) } : opened(accepted, now);
}

/** A change that people see. @param by undefined for the service itself */
function changed(rollout: Rollout, changedAt: Moment, by?: string): Rollout {
  return { ...rollout, version: rollout.version + 1, changedBy: by, changedAt };
}

/** All of the next wave's own members are queued, and those that ended before do not count. */
function opened(rollout: Rollout, now: Moment): Rollout {
  return {
    ...rollout,
    wave: rollout.wave + 1,
    waves: rollout.waves.map((wave, index) => (index === rollout.wave ? { ...wave, openedAt: now } : wave)),
    own: NOTHING_SEEN,
    before: endsOf(rollout),
    nextWaveAt: undefined,
  };
}

function nextOpening({ betweenWaves }: Rollout, now: Moment): Moment {
  const minutes = betweenWaves === 'manual' ? 0 : betweenWaves;
  return new Date(Date.parse(now) + minutes * MINUTE_MS).toISOString();
}
