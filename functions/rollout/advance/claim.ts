import { randomUUID } from 'node:crypto';
import { serialNumbersIn } from '../../domain/device.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import { CHUNK_SIZE, isWaiting, type Chunk, type Letter } from '../../domain/members.ts';
import type { Claim } from '../../domain/ports.ts';
import { keyOf, type Rollout } from '../../domain/rollout.ts';
import { isLive } from '../../domain/upgrade.ts';
import { claimOver } from '../../store/claim-over.ts';
import { judgeMember, waitingOrSkipped } from '../judge-member.ts';
import { moved } from '../moves.ts';
import type { RolloutServices } from '../services.ts';
import { membersOf, roomOf, type Slice } from '../slice.ts';
import type { AwaitedAmong } from './awaited.ts';
import { contradiction, fitsCursor, Superseded, write, type View } from './view.ts';

/** So often a device may be taken by others in one run before it waits. */
const REFUSALS = 3;

/** What a run knows beside the roll-out itself. */
interface RunContext {
  readonly services: RolloutServices;
  readonly awaited: AwaitedAmong;
  /** How often each device has refused a claim of this roll-out in this run. */
  readonly refusals: Map<string, number>;
}

interface Claimed {
  readonly view: View;
  /** Those that took effect. */
  readonly claims: readonly Claim[];
}

type Verdict = Letter | 'CLAIM';

/**
 * Starts the upgrades of a slice, in one transaction with the head and the chunk. Devices that refuse it are judged again.
 * Undefined when the firmware cannot be had: the next look pauses the roll-out for that.
 */
export async function claimSlice(view: View, slice: Slice, context: RunContext): Promise<Claimed | undefined> {
  const { services, refusals } = context;
  const chunk = view.chunks.get(slice.number) ?? (await readChunk(view, slice, services));
  for (;;) {
    const facts = await readFacts(view, chunk, slice, context);
    if (facts === undefined) return undefined;
    const verdicts = judged(view, chunk, slice, facts, context);
    const claims = claimsOf(view.rollout, chunk, verdicts, facts, services);
    const next = nextOf(view, chunk, verdicts, facts.now);
    if (next === undefined) return { view, claims: [] };
    const result = await write(view, { ...next, claims }, services.rollouts).catch((error: unknown) =>
      throwWithStarted(error, claims, services),
    );
    if ('rollout' in result) return { view: result, claims };
    // Whoever refuses without a name would be asked for ever.
    if (result.size === 0) throw new Superseded('refused, but by no device');
    for (const sn of result) refusals.set(sn, (refusals.get(sn) ?? 0) + 1);
  }
}

async function readChunk({ rollout }: View, { number }: Slice, { rollouts }: RolloutServices): Promise<Chunk> {
  const [chunk] = await rollouts.findChunks(rollout, [number]);
  if (chunk !== undefined && fitsCursor(chunk, rollout)) return chunk;
  throw await contradiction(rollout, rollouts, 'a chunk of a roll-out is not as its head tells');
}

/** Where a reply was lost, upgrades may have been started: the next look sees them under way, and would not tell who has started them. */
async function throwWithStarted(
  error: unknown,
  claims: readonly Claim[],
  { upgrades }: RolloutServices,
): Promise<never> {
  if (!(error instanceof Superseded)) throw error;
  const sns = claims.map(({ upgrade }) => upgrade.sn);
  const records = await upgrades.describeMany(sns).catch(() => undefined);
  const written = claims.filter(({ upgrade }) => records?.get(upgrade.sn)?.upgradeId === upgrade.upgradeId);
  throw new Superseded(error.message, written);
}

/** All in one round trip, but for other roll-outs that may wait for these devices. */
async function readFacts({ rollout }: View, chunk: Chunk, slice: Slice, { services, awaited }: RunContext) {
  const { firmwares, devices, upgrades, clock } = services;
  const now = clock();
  const sns = serialNumbersIn(membersOf(chunk, slice).map(({ sn }) => sn));
  const [firmware, known, records] = await Promise.all([
    firmwares.find(rollout.firmwareId),
    devices.findMany(sns),
    upgrades.describeMany(sns),
  ]);
  return firmware?.state === 'available'
    ? { firmware, known, records, awaited: await awaited(records), now }
    : undefined;
}

type Facts = NonNullable<Awaited<ReturnType<typeof readFacts>>>;

/** What becomes of each member that is judged, by its place; no more are claimed than may be under way. */
function judged({ rollout }: View, chunk: Chunk, slice: Slice, facts: Facts, context: RunContext) {
  const verdicts = new Map<number, Verdict>();
  let room = roomOf(rollout);
  for (const { place, sn } of membersOf(chunk, slice)) {
    const verdict = verdictOn(sn, rollout, facts, context);
    if (verdict === 'CLAIM' && (room -= 1) < 0) continue;
    const index = chunk.number * CHUNK_SIZE + place;
    const mayBeSkipped = isWaiting(verdict) && !isAwaitedAlone(sn, facts);
    verdicts.set(place, mayBeSkipped ? waitingOrSkipped(verdict, rollout, index, facts.now) : verdict);
  }
  return verdicts;
}

/** Whether only another roll-out holds the device back. That one may merely be unreadable, so the device waits and is not skipped. */
function isAwaitedAlone(sn: string, { records, awaited, now }: Facts): boolean {
  const record = records.get(sn);
  return awaited.has(sn) && record !== undefined && !isLive(record, epochSeconds(now));
}

function verdictOn(
  sn: string,
  { createdAt: decidedAt }: Rollout,
  { firmware, known, records, awaited, now }: Facts,
  { refusals }: RunContext,
): Verdict {
  if ((refusals.get(sn) ?? 0) >= REFUSALS) return 'b';
  const [device, record] = [known.get(sn), records.get(sn)];
  return judgeMember({ firmware, device, record, isAwaited: awaited.has(sn), decidedAt, now });
}

function claimsOf(
  { rolloutId, createdBy, createdAt }: Rollout,
  chunk: Chunk,
  verdicts: ReadonlyMap<number, Verdict>,
  { firmware, records }: Facts,
  { clock, leaseSeconds }: RolloutServices,
): readonly Claim[] {
  const { firmwareId, file } = firmware;
  const common = {
    ...{ firmwareId, file, claimToken: randomUUID(), requestedBy: createdBy },
    ...{ requestKey: keyOf(rolloutId), decidedAt: createdAt },
  };
  const now = clock();
  return chunk.sns
    .filter((_, place) => verdicts.get(place) === 'CLAIM')
    .map((sn) => claimOver(records.get(sn), { sn, ...common }, now, leaseSeconds));
}

/** The roll-out and the chunk with these verdicts; undefined if they are as they were. */
function nextOf({ rollout }: View, chunk: Chunk, verdicts: ReadonlyMap<number, Verdict>, now: Date) {
  const moves = new Map(
    [...verdicts]
      .map(([place, verdict]) => [place, verdict === 'CLAIM' ? 'r' : verdict] as const)
      .filter(([place, letter]) => letter !== chunk.letters[place]),
  );
  if (moves.size === 0) return undefined;
  const pair = moved({ rollout, chunk }, moves, now.toISOString());
  return { rollout: pair.rollout, chunks: [{ before: chunk, after: pair.chunk }] };
}
