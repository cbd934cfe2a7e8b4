import { isTimeForStep, type Caller } from '../../config/deadline.ts';
import { CHUNK_SIZE, STANDINGS, type MemberState } from '../../domain/members.ts';
import { OddRollout, StoreUnavailable, type ReadRollout, type Rollouts } from '../../domain/ports.ts';
import type { Rollout } from '../../domain/rollout.ts';
import { memberReport, reportOf, type Entry, type Outcome } from '../report.ts';
import type { StatusRequest } from '../request.ts';
import type { RolloutServices } from '../services.ts';

const DEVICES_A_PAGE = 1_000;
const CHUNKS_A_READ = 100;

/** Tells how one roll-out stands, with its devices of one state if asked for; or how all do, newest first. */
export async function rolloutStatus(
  { rolloutId, state, after }: StatusRequest,
  { rollouts }: RolloutServices,
  caller: Caller,
): Promise<Outcome> {
  if (rolloutId === undefined) return statusOfAll(rollouts, after);
  const rollout = await orOdd(rollouts.find(rolloutId));
  if (rollout === undefined) return { entries: [{ rolloutId, result: 'NOT_EXIST' }] };
  if (rollout instanceof OddRollout)
    return { entries: [entryOf({ rolloutId, rollout: undefined, state: rollout.state })] };
  const page = state === undefined ? {} : await orOdd(devicesOf(rollout, state, after, rollouts, caller));
  // Part of the devices would pass for all of them: of odd ones none is told.
  const { devices, next }: DevicePage = page instanceof OddRollout ? {} : page;
  return { entries: [entryOf({ rolloutId, rollout, state: rollout.state }, { devices })], next };
}

/** What is read of a roll-out, or that its items make no sense. */
export async function orOdd<Read>(reading: Promise<Read>): Promise<Read | OddRollout> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof OddRollout) return error;
    throw error;
  }
}

async function statusOfAll(rollouts: Rollouts, after: string | undefined): Promise<Outcome> {
  const page = await rollouts.page(after);
  return { entries: page.rollouts.map((found) => entryOf(found)), next: page.next };
}

function entryOf(found: ReadRollout, more: object = {}): Entry {
  return { rolloutId: found.rolloutId, result: 'SUCCESS', report: { ...reportOf(found), ...more } };
}

interface DevicePage {
  readonly devices?: readonly object[];
  /** The place of the last among all members, as a text. */
  readonly next?: string;
}

async function devicesOf(
  rollout: Rollout,
  wanted: MemberState,
  after: string | undefined,
  rollouts: Rollouts,
  { remainingMs }: Caller,
): Promise<DevicePage> {
  const first = after === undefined ? 0 : Number(after) + 1;
  const devices: object[] = [];
  const chunks = Math.ceil(rollout.total / CHUNK_SIZE);
  for (let from = Math.floor(first / CHUNK_SIZE); from < chunks; from += CHUNKS_A_READ) {
    if (!isTimeForStep(remainingMs())) throw new StoreUnavailable('reading the devices of a roll-out in time');
    const numbers = Array.from({ length: Math.min(CHUNKS_A_READ, chunks - from) }, (_, index) => from + index);
    for (const { number, sns, letters } of await rollouts.findChunks(rollout, numbers)) {
      for (const [place, letter] of letters.entries()) {
        const index = number * CHUNK_SIZE + place;
        if (index < first || STANDINGS[letter].state !== wanted) continue;
        devices.push(memberReport(sns[place] ?? '', letter));
        if (devices.length === DEVICES_A_PAGE) return { devices, next: String(index) };
      }
    }
  }
  return { devices };
}
