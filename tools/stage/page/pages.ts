import type { Fleet } from './home/fleet.ts';
import { homePages } from './home/home-page.ts';
import type { Pages } from './page.ts';
import { referencePages } from './reference/reference-page.ts';

/** All pages of a local stage: its home, and the reference. */
export async function allPages(fleet: Fleet): Promise<Pages> {
  return new Map([...(await homePages(fleet)), ...(await referencePages())]);
}
