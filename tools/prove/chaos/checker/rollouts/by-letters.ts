import { isUnderWay, isWaiting, type Letter } from '../../../../../functions/domain/members.ts';
import type { Rollout } from '../../../../../functions/domain/rollout.ts';
import type { Stored } from './snapshot.ts';

const BAD = /[ftl]/;
const COUNTED = /[sftl]/;

export function isLeft(letter: Letter): boolean {
  return letter === 'q' || isWaiting(letter);
}

export function boundOf({ waves }: Rollout, wave: number): number {
  return waves[wave - 1]?.devices ?? 0;
}

function ownLetters({ rollout, letters }: Stored, wave: number): readonly Letter[] {
  return letters.slice(boundOf(rollout, wave - 1), boundOf(rollout, wave));
}

/** The rule as callers know it, by the letters alone. */
export function stopHolds(stored: Stored, before: readonly Letter[]): boolean {
  const { rollout, letters } = stored;
  const count = (form: RegExp) =>
    letters.filter((letter) => form.test(letter)).length - before.filter((letter) => form.test(letter)).length;
  const [ended, bad] = [count(COUNTED), count(BAD)];
  const isLast = rollout.wave === rollout.waves.length;
  const isWhole = !isLast && !ownLetters(stored, rollout.wave).some((letter) => letter === 'q' || isUnderWay(letter));
  return bad > 0 && bad * 100 >= rollout.failedPercent * Math.max(ended, isWhole ? 0 : rollout.ofAtLeast);
}

/** Whether nobody of a wave is left but who waits; of one without proof, not even those. */
export function isWaveOver(stored: Stored, wave: number): boolean {
  const own = ownLetters(stored, wave);
  const isBusy = own.some((letter) => letter === 'q' || isUnderWay(letter));
  return !isBusy && (isProven(stored, wave) || !own.some(isWaiting));
}

export function isProven(stored: Stored, wave: number): boolean {
  const own = ownLetters(stored, wave);
  return own.includes('s') || own.every((letter) => letter === 'D');
}
