import type { Device } from '../../../functions/domain/device.ts';
import { epochSeconds } from '../../../functions/domain/epoch-seconds.ts';
import type { Firmware } from '../../../functions/domain/firmware.ts';
import type { Chunk } from '../../../functions/domain/members.ts';
import type { ChangeOutcome, Claim, RolloutChange, Rollouts, StateChange } from '../../../functions/domain/ports.ts';
import type { Rollout } from '../../../functions/domain/rollout.ts';
import { isLive, type RecordedUpgrade } from '../../../functions/domain/upgrade.ts';
import type { RolloutServices } from '../../../functions/rollout/services.ts';
import { numbersOf, stored, type Snapshot } from '../../../tools/prove/chaos/checker/rollouts/snapshot.ts';

/** The ports of the tables that roll-outs use. */
export type Ports = Pick<RolloutServices, 'rollouts' | 'upgrades' | 'devices' | 'firmwares'>;

/** The tables, and what the services around roll-outs do to them. */
export interface Tables {
  readonly ports: Ports;
  putDevice: (device: Device) => Promise<unknown>;
  putFirmware: (firmwareId: number, firmware: Firmware | undefined) => Promise<unknown>;
  /** As the device gateway reports on an upgrade, if it is on record and unfinished. */
  report(
    sn: string,
    upgradeId: string,
    change: { readonly state: string; readonly leaseEndsAt: number },
  ): Promise<void>;
  /** As start-upgrade claims. */
  claim(claim: Claim): Promise<void>;
  snapshot(): Promise<Snapshot>;
}

/** A model of the tables in memory: each call happens at once, and a change is written whole or not at all. */
export function tablesInMemory(): Tables {
  const heads = new Map<string, Rollout>();
  const chunks = new Map<string, Chunk>();
  const records = new Map<string, RecordedUpgrade>();
  const devices = new Map<string, Device>();
  const firmwares = new Map<number, Firmware>();
  const keyOfChunk = ({ rolloutId, membersId }: Rollout, number: number) =>
    `${rolloutId} ${membersId} ${String(number)}`;
  const chunksOf = (rollout: Rollout, numbers: readonly number[]) =>
    numbers.map((number) => found(chunks.get(keyOfChunk(rollout, number))));
  const isFree = ({ upgrade, replaced }: Claim) => {
    const record = records.get(upgrade.sn);
    if (record === undefined || replaced === undefined) return record === replaced;
    return record.upgradeId === replaced.upgradeId && !isLive(record, epochSeconds(upgrade.requestedAt));
  };
  const record = ({ upgrade }: Claim) => {
    const { sn, file, requestedAt, ...rest } = upgrade;
    const fresh = { version: file.version, progress: undefined, reason: undefined, state: 'requested' };
    records.set(sn, { ...rest, ...fresh, requestedAt: requestedAt.toISOString() });
  };
  const change = ({ before, after, chunks: changed, claims }: RolloutChange): ChangeOutcome => {
    const head = heads.get(before.rolloutId);
    if (head?.revision !== before.revision || (claims.length > 0 && head.state !== 'running')) return SUPERSEDED;
    const same = changed.every(
      (each) => chunks.get(keyOfChunk(before, each.before.number))?.letters.join() === each.before.letters.join(),
    );
    if (!same) return SUPERSEDED;
    const taken = claims.filter((claim) => !isFree(claim)).map(({ upgrade }) => upgrade.sn);
    if (taken.length > 0) return { kind: 'refused', sns: new Set(taken) };
    heads.set(before.rolloutId, after);
    for (const each of changed) chunks.set(keyOfChunk(after, each.after.number), each.after);
    claims.forEach(record);
    return { kind: 'written' };
  };
  const changeState = (id: string, from: readonly string[], changed: Partial<Rollout>): StateChange => {
    const head = heads.get(id);
    const isWritten = head !== undefined && from.includes(head.state);
    const rollout = isWritten ? next({ ...head, ...changed, version: head.version + 1 }) : head;
    if (rollout !== undefined) heads.set(id, rollout);
    return { isWritten, found: rollout && { rolloutId: id, rollout, state: rollout.state } };
  };
  const rollouts: Rollouts = {
    active: () => at([...heads.values()].filter(({ phase }) => phase === 'active').map(({ rolloutId }) => rolloutId)),
    page: () =>
      at({
        rollouts: [...heads].map(([rolloutId, rollout]) => ({ rolloutId, rollout, state: rollout.state })),
        next: undefined,
      }),
    find: (id) => at(heads.get(id)),
    findChunks: (rollout, numbers) => at(chunksOf(rollout, numbers)),
    create: (rollout, members) => {
      for (const chunk of members) chunks.set(keyOfChunk(rollout, chunk.number), chunk);
      if (heads.has(rollout.rolloutId)) return at('exists');
      heads.set(rollout.rolloutId, rollout);
      return at('written');
    },
    change: (wanted) => at(change(wanted)),
    pause: (id, { by: changedBy, at: changedAt, inTime }) =>
      at(changeState(id, inTime() ? ['running'] : [], { state: 'paused', reason: 'operator', changedBy, changedAt })),
    cancel: (id, { by: changedBy, at: changedAt }) =>
      at(changeState(id, ['running', 'paused'], { state: 'cancelled', reason: undefined, changedBy, changedAt })),
    setAside: (id) => {
      changeState(id, ['running', 'paused'], { state: 'paused', reason: 'error', changedBy: undefined });
      return at(undefined);
    },
  };
  const among = <T>(sns: readonly string[], all: ReadonlyMap<string, T>) =>
    at(new Map(sns.flatMap((sn) => (all.has(sn) ? [[sn, found(all.get(sn))] as const] : []))));
  return {
    ports: {
      rollouts,
      upgrades: { describeMany: (sns) => among(sns, records) },
      devices: { findMany: (sns) => among(sns, devices) },
      firmwares: { find: (id) => at(firmwares.get(id)) },
    },
    putDevice: (device) => at(devices.set(device.sn, device)),
    putFirmware: (id, firmware) => at(firmware ? firmwares.set(id, firmware) : firmwares.delete(id)),
    report: (sn, upgradeId, reported) => {
      const current = records.get(sn);
      if (current?.upgradeId === upgradeId) records.set(sn, { ...current, ...reported });
      return at(undefined);
    },
    claim: (claim) => {
      if (isFree(claim)) record(claim);
      return at(undefined);
    },
    snapshot: () =>
      at({
        records: new Map(records),
        rollouts: new Map(
          [...heads].map(([id, rollout]) => [id, stored(rollout, chunksOf(rollout, numbersOf(rollout)))]),
        ),
      }),
  };
}

const SUPERSEDED: ChangeOutcome = { kind: 'superseded' };

function next(rollout: Rollout): Rollout {
  return { ...rollout, revision: rollout.revision + 1 };
}

function at<T>(value: T): Promise<T> {
  return Promise.resolve(value);
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is none');
  return value;
}
