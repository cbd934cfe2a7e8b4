import type { EpochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import { isLive, isUnfinished } from '../../../../functions/domain/upgrade.ts';
import { reportOf, stateOf } from '../../../../functions/upgrade/status/report.ts';
import type { Entry, Fleet } from './fleet.ts';

/** The states of devices, most urgent first; `none` has no upgrade on record. */
const STATES = ['timed-out', 'failed', 'running', 'requested', 'none', 'cancelled', 'succeeded'] as const;

type State = (typeof STATES)[number];

/** Which devices to show. */
type FleetQuery = ReturnType<typeof queryOf>;

export const PAGE_SIZE = 50;

/** The whole fleet by state, which all views share as long as it holds. */
type Survey = ReturnType<typeof surveyOf>;

/** Which devices a page shows, and where among how many it is. */
type PlacedPage = ReturnType<typeof pageOf>;

/** The fleet at a given time. */
function surveyOf({ entries, revision }: Pick<Fleet, 'entries' | 'revision'>, now: EpochSeconds) {
  const groups = new Map<State, Entry[]>(STATES.map((state) => [state, []]));
  let offline = 0;
  let until = Infinity;
  for (const entry of entries.values()) {
    const { device, upgrade } = entry;
    groups.get(stateAt(upgrade, now))?.push(entry);
    if (device?.online === false) offline += 1;
    if (upgrade && isUnfinished(upgrade) && isLive(upgrade, now)) until = Math.min(until, upgrade.leaseEndsAt ?? until);
  }
  // It holds until the first upgrade under way times out.
  return { id: Symbol(), groups, offline, revision, at: now, until };
}

function stateAt(upgrade: Entry['upgrade'], now: EpochSeconds): State {
  return (upgrade && stateOf(upgrade, now)) ?? 'none';
}

/**
 * One page of the devices that match: stuck and failed upgrades come first. Devices that were `placed` on it before keep their
 * places, whatever has become of them; others fill what room is left.
 */
function pageOf(survey: Survey, query: FleetQuery, placed: readonly string[] = []) {
  const groups = STATES.map((state) => matchingIn(survey, state, query));
  const matching = groups.reduce((sum, { length }) => sum + length, 0);
  const pages = Math.max(1, Math.ceil(matching / PAGE_SIZE));
  const page = Math.min(Math.max(1, query.page), pages);
  const others = placed.length < PAGE_SIZE ? slice(groups, (page - 1) * PAGE_SIZE).map(({ sn }) => sn) : [];
  return { sns: [...new Set([...placed, ...others])].slice(0, PAGE_SIZE), matching, page, pages };
}

function matchingIn({ groups }: Survey, state: State, query: FleetQuery): readonly Entry[] {
  const group = (query.state ?? state) === state ? (groups.get(state) ?? []) : [];
  const words = query.search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? group : group.filter(({ text }) => words.every((word) => text.includes(word)));
}

/** A page's length of the groups in their order, from an index on. Only groups of which it shows any are sorted. */
function slice(groups: readonly (readonly Entry[])[], from: number): Entry[] {
  let before = 0;
  return groups.flatMap((group, index) => {
    const [start, end] = [Math.max(0, from - before), from - before + PAGE_SIZE];
    before += group.length;
    if (end <= 0 || start >= group.length) return [];
    const state = STATES[index];
    return group.toSorted(byUrgency(state === 'running' || state === 'requested')).slice(start, end);
  });
}

/** Within a state the newest upgrade comes first, but the oldest of those under way, as it is most overdue. */
function byUrgency(oldestFirst: boolean): (one: Entry, other: Entry) => number {
  return (one, other) => {
    const [since, otherSince] = [one.upgrade?.requestedAt ?? '', other.upgrade?.requestedAt ?? ''];
    if (since !== otherSince) return since < otherSince === oldestFirst ? -1 : 1;
    return one.sn < other.sn ? -1 : 1;
  };
}

/**
 * What a page shows of a fleet at a given time: totals by state, regardless of the query, and the devices in their places, each
 * with its upgrade as upgrade-status reports it. `device` is absent when it is not registered.
 */
function viewOf({ entries, firmwares, feed }: Fleet, survey: Survey, page: PlacedPage, now: EpochSeconds) {
  const { sns, ...placed } = page;
  const rows = sns.map((sn) => {
    const { device, upgrade } = entries.get(sn) ?? {};
    return { ...(upgrade && reportOf(upgrade, now)), sn, device, state: stateAt(upgrade, now) };
  });
  const totals = Object.fromEntries(STATES.map((state) => [state, survey.groups.get(state)?.length ?? 0]));
  return { totals, offline: survey.offline, ...placed, rows, firmwares, feed };
}

/** One page of the fleet, as the home page shows it. */
export type FleetView = ReturnType<typeof viewOf>;

/** More than anybody has tabs open. */
const MOST_PAGES = 100;

/** What tabs show of a fleet. They ask again and again; work is done only when the fleet has changed, and once for all. */
export class Views {
  readonly #fleet: Fleet;
  /** The pages that tabs show, by their URLs; those that were asked for last come last. */
  readonly #pages = new Map<string, { readonly page: PlacedPage; readonly surveyId: symbol }>();
  #survey: Survey | undefined;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  /**
   * The view for a URL; while the registry is read for the first time, how many serial numbers are known. Devices keep their
   * places as long as the same URL is asked for.
   */
  viewFor(url: string, now: EpochSeconds): FleetView | { readonly reading: number } {
    // An unreachable engine is reported elsewhere; the last known view stays.
    this.#fleet.refresh().catch(() => undefined);
    if (!this.#fleet.complete) return { reading: this.#fleet.entries.size };
    const survey = this.#surveyAt(now);
    return viewOf(this.#fleet, survey, this.#pageFor(url, survey), now);
  }

  #surveyAt(now: EpochSeconds): Survey {
    const known = this.#survey;
    if (known?.revision === this.#fleet.revision && known.at <= now && now < known.until) return known;
    return (this.#survey = surveyOf(this.#fleet, now));
  }

  #pageFor(url: string, survey: Survey): PlacedPage {
    const known = this.#pages.get(url);
    const page = known?.surveyId === survey.id ? known.page : pageOf(survey, queryOf(url), known?.page.sns);
    this.#pages.delete(url);
    this.#pages.set(url, { page, surveyId: survey.id });
    for (const oldest of this.#pages.keys()) if (this.#pages.size > MOST_PAGES) this.#pages.delete(oldest);
    return page;
  }
}

/** Reads the query of the page; an unknown state selects all devices, an invalid page the first. */
function queryOf(url: string) {
  const parameters = URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams();
  const state = STATES.find((known) => known === parameters.get('state'));
  const page = Number(parameters.get('page') ?? 1);
  return { state, search: parameters.get('search') ?? '', page: Number.isSafeInteger(page) ? page : 1 };
}
