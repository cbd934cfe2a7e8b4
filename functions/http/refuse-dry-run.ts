import { Refusal } from '../domain/refusal.ts';
import type { GatewayEvent } from './gateway-event.ts';

/** Names in body or query that ask for a dry run. These have routes of their own: a request to any other must not be meant as one. */
export const DRY_RUN_FIELD = /^[Dd][Rr][Yy][-_]?[Rr][Uu][Nn]$/;

/** Refuses with INVALID_ARG a request that asks for a dry run, whatever the value. */
export function refuseDryRun(body: unknown, { rawQueryString }: Pick<GatewayEvent, 'rawQueryString'>): void {
  const names = [...Object.keys(body ?? {}), ...new URLSearchParams(rawQueryString).keys()];
  if (names.some((name) => DRY_RUN_FIELD.test(name))) throw new Refusal('INVALID_ARG');
}
