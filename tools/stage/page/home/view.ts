import type { EpochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import { reportOf, stateOf, type UpgradeReport } from '../../../../functions/upgrade/status/report.ts';
import type { Device, FeedEntry, Firmware, Fleet } from './fleet.ts';

/** The states of devices, most urgent first; `none` has no upgrade on record. */
export const STATES = ['timed-out', 'failed', 'running', 'requested', 'none', 'cancelled', 'succeeded'] as const;

type State = (typeof STATES)[number];

/** Which devices to show. */
export interface FleetQuery {
  /** Only devices in this state; all if undefined. */
  readonly state?: State | undefined;
  /** Only devices whose serial number contains this, in any case. */
  readonly search: string;
  /** Counted from 1; larger numbers mean the last page. */
  readonly page: number;
}

/** A device, and its upgrade as upgrade-status reports it. */
interface Row extends Omit<UpgradeReport, 'state'> {
  readonly sn: string;
  readonly state: State;
  /** Absent when the device is not registered. */
  readonly device?: Device | undefined;
}

/** One page of the fleet, as the home page shows it. */
export interface FleetView {
  /** Devices in each state, regardless of the query. */
  readonly totals: Readonly<Record<State, number>>;
  readonly offline: number;
  /** Number of devices that match the query. */
  readonly matching: number;
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly Row[];
  readonly firmwares: readonly Firmware[];
  readonly feed: readonly FeedEntry[];
}

export const PAGE_SIZE = 50;

interface Entry {
  readonly sn: string;
  readonly device?: Device;
  readonly state: State;
  readonly since: string;
}

/** The view of a fleet at a given time: stuck and failed upgrades come first. */
export function viewOf(
  fleet: Pick<Fleet, 'devices' | 'firmwares' | 'upgrades' | 'feed'>,
  { state, search, page: wanted }: FleetQuery,
  now: EpochSeconds,
): FleetView {
  const entries = entriesOf(fleet, now);
  const text = search.trim().toLowerCase();
  const matching = entries
    .filter((entry) => (state === undefined || entry.state === state) && entry.sn.toLowerCase().includes(text))
    .sort(byUrgency);
  const pages = Math.max(1, Math.ceil(matching.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, wanted), pages);
  const rows = matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ sn, device, state }): Row => {
    const record = fleet.upgrades.get(sn);
    return { ...(record && reportOf(record, now)), sn, device, state };
  });
  return {
    totals: totalsOf(entries),
    offline: fleet.devices.filter(({ online }) => !online).length,
    ...{ matching: matching.length, page, pages, rows },
    firmwares: fleet.firmwares.toSorted((one, other) => one.firmwareId - other.firmwareId),
    feed: fleet.feed,
  };
}

/** Devices of the registry, and those with upgrades that it does not have. */
function entriesOf({ devices, upgrades }: Pick<Fleet, 'devices' | 'upgrades'>, now: EpochSeconds): Entry[] {
  const entryOf = (sn: string): Omit<Entry, 'device'> => {
    const record = upgrades.get(sn);
    return { sn, state: (record && stateOf(record, now)) ?? 'none', since: record?.requestedAt ?? '' };
  };
  const registered = new Set(devices.map(({ sn }) => sn));
  const others = [...upgrades.keys()].filter((sn) => !registered.has(sn));
  return [...devices.map((device) => ({ ...entryOf(device.sn), device })), ...others.map(entryOf)];
}

/**
 * The most urgent state first; within a state the newest upgrade, but the oldest of those under way, as it is most
 * overdue.
 */
function byUrgency(one: Entry, other: Entry): number {
  if (one.state !== other.state) return STATES.indexOf(one.state) - STATES.indexOf(other.state);
  const oldestFirst = one.state === 'running' || one.state === 'requested';
  if (one.since !== other.since) return one.since < other.since === oldestFirst ? -1 : 1;
  return one.sn < other.sn ? -1 : 1;
}

function totalsOf(entries: readonly Entry[]): Record<State, number> {
  const totals = { 'timed-out': 0, failed: 0, running: 0, requested: 0, none: 0, cancelled: 0, succeeded: 0 };
  for (const { state } of entries) totals[state] += 1;
  return totals;
}
