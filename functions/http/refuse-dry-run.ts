import { Refusal } from '../domain/refusal.ts';
import type { GatewayEvent } from './gateway-event.ts';

/** Names of fields or parameters that ask for a dry run. Only the route decides on that: a request with such a name is refused. */
export const DRY_RUN_FIELD = /^[Dd][Rr][Yy][-_]?[Rr][Uu][Nn]$/;

/** Refuses with INVALID_ARG a request that asks for a dry run, whatever the value. */
export function refuseDryRun(body: unknown, { rawQueryString }: Pick<GatewayEvent, 'rawQueryString'>): void {
  const names = [...Object.keys(body ?? {}), ...new URLSearchParams(rawQueryString).keys()];
  if (names.some((name) => DRY_RUN_FIELD.test(name))) throw new Refusal('INVALID_ARG');
}
