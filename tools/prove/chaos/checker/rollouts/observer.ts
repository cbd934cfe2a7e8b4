import { isUnderWay, STANDINGS, type Letter } from '../../../../../functions/domain/members.ts';
import { keyOf, rolloutIdIn } from '../../../../../functions/domain/rollout.ts';
import type { CurrentUpgrade } from '../../../../../functions/domain/upgrade.ts';
import { boundOf, isLeft, isProven, isWaveOver, stopHolds } from './by-letters.ts';
import type { Snapshot, Stored } from './snapshot.ts';

export type Rule = 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R7' | 'R8' | 'R9';

export interface Violation {
  readonly rule: Rule;
  readonly rolloutId: string;
  readonly what: string;
}

/** Reasons that a resume accepts. */
const STOPS = /failures|no-success/;
const ENDED = /[sftclWBOUPDN]/;
/** Final states of records, with the letters that tell them. */
const END_LETTERS: Readonly<Record<string, Letter>> = { succeeded: 's', failed: 'f', cancelled: 'c' };

/** What the observer keeps of a roll-out beside what is on record. */
interface Watched {
  readonly claimed: Set<string>;
  /** Letters when the open wave opened, or when a resume accepted them. */
  before: readonly Letter[];
  /** The earliest time at which the open wave may have passed, by the clocks of those who wrote. */
  overAt: number | undefined;
  /** Whether a person accepted the open wave when it was over. */
  isAccepted: boolean;
  /** The moment when it was last not running. */
  notRunningAt: number;
}

interface Step {
  readonly before: Stored;
  readonly after: Stored;
  readonly watched: Watched;
  readonly claimed: readonly string[];
  readonly now: number;
}

function isResumed({ before, after }: Step): boolean {
  return before.rollout.state !== 'running' && after.rollout.state === 'running';
}

/**
 * Watches what is on record, from one moment to the next, and tells which rules were broken. It knows the rules by the letters and
 * the records alone, and nothing of how the product keeps them.
 */
export class Observer {
  readonly violations: Violation[] = [];
  /** Counts what was observed. */
  moment = 0;
  #last: Snapshot = { rollouts: new Map(), records: new Map() };
  readonly #watched = new Map<string, Watched>();
  /** All that was on record under the key of a roll-out, by serial number. */
  readonly #histories = new Map<string, CurrentUpgrade[]>();
  #latest = 0;

  get last(): Snapshot {
    return this.#last;
  }

  /** When a roll-out was last not running; 0 if it always was. */
  notRunningAt(rolloutId: string): number {
    return this.#watched.get(rolloutId)?.notRunningAt ?? 0;
  }

  /** @param now by the clock of who wrote; undefined if it was no program of ours */
  observe(next: Snapshot, now = Infinity): void {
    this.moment += 1;
    if (now < Infinity) this.#latest = Math.max(this.#latest, now);
    const last = this.#last;
    const claims = this.#recordHistories(last, next);
    for (const [id, after] of next.rollouts) {
      const watched = this.#watch(id, after);
      const before = last.rollouts.get(id);
      if (after.rollout.state !== 'running') watched.notRunningAt = this.moment;
      const claimed = claims.get(id) ?? [];
      if (before === after && claimed.length === 0) continue;
      this.#checkCounts(after);
      if (before !== undefined) this.#check({ before, after, watched, now, claimed });
    }
    this.#checkTaken(last, next);
    this.#last = next;
  }

  #broken(rule: Rule, rolloutId: string, what: string): void {
    this.violations.push({ rule, rolloutId, what });
  }

  #watch(id: string, { letters }: Stored): Watched {
    const fresh = { before: letters, overAt: undefined, isAccepted: false, notRunningAt: 0 };
    const watched = this.#watched.get(id) ?? { claimed: new Set<string>(), ...fresh };
    this.#watched.set(id, watched);
    return watched;
  }

  /** Resolves to the devices that each roll-out has claimed. */
  #recordHistories(last: Snapshot, next: Snapshot): ReadonlyMap<string, readonly string[]> {
    const claims = new Map<string, string[]>();
    for (const [sn, record] of next.records) {
      const id = rolloutIdIn(record.requestKey);
      if (id === undefined || last.records.get(sn) === record) continue;
      const name = `${id} ${sn}`;
      this.#histories.set(name, [...(this.#histories.get(name) ?? []), record]);
      if (last.records.get(sn)?.upgradeId !== record.upgradeId) claims.set(id, [...(claims.get(id) ?? []), sn]);
    }
    return claims;
  }

  #checkCounts({ rollout: { rolloutId: id, counts, total }, letters }: Stored): void {
    const of = (state: string) => letters.filter((letter) => STANDINGS[letter].state === state).length;
    const isRight = Object.entries(counts).every(([state, count]) => count === of(state));
    const sum = Object.values(counts).reduce((one, other) => one + other, 0);
    if (!isRight || sum !== total || letters.length !== total)
      this.#broken('R3', id, 'counts are not those of its members');
  }

  #check(step: Step): void {
    const { before, after, watched, claimed } = step;
    const { rolloutId: id } = after.rollout;
    for (const sn of claimed) {
      if (watched.claimed.has(sn)) this.#broken('R1', id, `${sn} claimed again`);
      watched.claimed.add(sn);
    }
    if (claimed.length > 0) {
      if (before.rollout.state !== 'running') this.#broken('R2', id, `a claim while ${before.rollout.state}`);
      if (before.letters.filter(isUnderWay).length + claimed.length > after.rollout.maxInFlight) {
        this.#broken('R4', id, 'too many under way');
      }
      if (stopHolds(before, watched.before)) this.#broken('R6', id, 'a claim while the stop rule holds');
      const bound = boundOf(before.rollout, before.rollout.wave);
      if (claimed.some((sn) => after.sns.indexOf(sn) >= bound)) this.#broken('R5', id, 'a claim beyond the open wave');
    }
    this.#checkLetters(step, id);
    this.#checkWaves(step);
  }

  #checkLetters({ before, after }: Step, id: string): void {
    for (const [index, letter] of after.letters.entries()) {
      const earlier = before.letters[index] ?? letter;
      if (letter === earlier) continue;
      const sn = after.sns[index] ?? '';
      if (isLeft(earlier) && before.rollout.state !== 'running')
        this.#broken('R2', id, `${sn} moved while it was stopped`);
      if (ENDED.test(earlier)) this.#broken('R7', id, `${sn} from ${earlier} to ${letter}`);
      if (isUnderWay(earlier) && !this.#isTrue(letter, id, sn)) this.#broken('R3', id, `${sn} is not ${letter}`);
    }
  }

  /** Whether the record of a member says, or said, what its letter tells. */
  #isTrue(letter: Letter, rolloutId: string, sn: string): boolean {
    const history = this.#histories.get(`${rolloutId} ${sn}`) ?? [];
    if (isUnderWay(letter)) return history.some(({ state }) => state === STANDINGS[letter].state);
    if (letter === 'l') return this.#last.records.get(sn)?.requestKey !== keyOf(rolloutId);
    const ranOut = ({ state = '', leaseEndsAt = 0 }: CurrentUpgrade) =>
      END_LETTERS[state] === undefined && leaseEndsAt * 1000 <= this.#latest;
    if (letter === 't') return history.some(ranOut);
    return history.some(({ state = '' }) => END_LETTERS[state] === letter);
  }

  #checkWaves(step: Step): void {
    const { before, after, watched, now } = step;
    const { wave, reason = '' } = before.rollout;
    const hasResumed = isResumed(step);
    const isOver = isWaveOver(after, wave);
    if (hasResumed && STOPS.test(reason)) {
      watched.before = after.letters;
      watched.isAccepted ||= isOver;
    }
    if (watched.isAccepted || (isOver && isProven(after, wave))) watched.overAt = Math.min(watched.overAt ?? now, now);
    if (after.rollout.wave !== wave) this.#checkOpening(step, hasResumed);
  }

  #checkOpening({ before, after, watched, now }: Step, hasResumed: boolean): void {
    const { rolloutId: id, betweenWaves } = before.rollout;
    const isDue = betweenWaves === 'manual' ? hasResumed : now >= (watched.overAt ?? Infinity) + betweenWaves * 60_000;
    if (!isDue) this.#broken('R5', id, 'a wave opened before its time');
    // Once it has, one of its own that waited may be started in the minutes before the next.
    if (watched.overAt === undefined) this.#broken('R5', id, 'a wave opened before the one before had passed');
    if (stopHolds({ ...after, rollout: before.rollout }, watched.before))
      this.#broken('R6', id, 'a wave opened in spite of it');
    Object.assign(watched, { before: after.letters, overAt: undefined, isAccepted: false });
  }

  /** A roll-out takes no device whose end another has yet to see. */
  #checkTaken(last: Snapshot, next: Snapshot): void {
    for (const [sn, record] of next.records) {
      const by = rolloutIdIn(record.requestKey);
      const id = rolloutIdIn(last.records.get(sn)?.requestKey);
      if (by === undefined || id === undefined || id === by) continue;
      const owner = last.rollouts.get(id);
      if (owner?.letters.some((letter, index) => isUnderWay(letter) && owner.sns[index] === sn) === true) {
        this.#broken('R3', id, `${sn} is lost to another roll-out`);
      }
    }
  }
}
