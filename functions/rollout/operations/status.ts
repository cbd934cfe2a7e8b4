import { CHUNK_SIZE, STANDINGS, type MemberState } from '../../domain/members.ts';
import { OddRollout, type Rollouts } from '../../domain/ports.ts';
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
): Promise<Outcome> {
  if (rolloutId === undefined) return statusOfAll(rollouts, after);
  const rollout = await unlessOdd(rollouts.find(rolloutId), 'odd');
  if (rollout === undefined) return { entries: [{ rolloutId, result: 'NOT_EXIST' }] };
  if (rollout === 'odd') return { entries: [entryOf(rolloutId, undefined)] };
  // Part of the devices would pass for all of them: of odd ones none is told.
  const { devices, next }: DevicePage =
    state === undefined ? {} : await unlessOdd(devicesOf(rollout, state, after, rollouts), {});
  return { entries: [entryOf(rolloutId, rollout, { devices })], next };
}

/** What is read of a roll-out; or `otherwise`, if its items make no sense. */
export async function unlessOdd<Read, const Else>(reading: Promise<Read>, otherwise: Else): Promise<Read | Else> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof OddRollout) return otherwise;
    throw error;
  }
}

async function statusOfAll(rollouts: Rollouts, after: string | undefined): Promise<Outcome> {
  const page = await rollouts.page(after);
  return { entries: page.rollouts.map(({ rolloutId, rollout }) => entryOf(rolloutId, rollout)), next: page.next };
}

function entryOf(rolloutId: string, rollout: Rollout | undefined, more: object = {}): Entry {
  return { rolloutId, result: 'SUCCESS', report: { ...reportOf({ rollout }), ...more } };
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
): Promise<DevicePage> {
  const first = after === undefined ? 0 : Number(after) + 1;
  const devices: object[] = [];
  const chunks = Math.ceil(rollout.total / CHUNK_SIZE);
  for (let from = Math.floor(first / CHUNK_SIZE); from < chunks; from += CHUNKS_A_READ) {
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
