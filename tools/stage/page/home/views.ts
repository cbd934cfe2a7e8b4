import type { EpochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import type { Fleet } from './fleet.ts';
import type { FleetQuery, FleetView, PlacedPage, Survey } from './view.ts';
import { pageOf, STATES, surveyOf, viewOf } from './view.ts';

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
function queryOf(url: string): FleetQuery {
  const parameters = URL.parse(url, 'http://localhost')?.searchParams ?? new URLSearchParams();
  const state = STATES.find((known) => known === parameters.get('state'));
  const page = Number(parameters.get('page') ?? 1);
  return { state, search: parameters.get('search') ?? '', page: Number.isSafeInteger(page) ? page : 1 };
}
