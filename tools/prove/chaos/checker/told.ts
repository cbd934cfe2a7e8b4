import type { Ask, Version } from './history.ts';

/** A version in words. */
export function told({ upgradeId, firmwareId, requestedBy, state, leaseEndsAt }: Version): string {
  const lease = clock(leaseEndsAt * 1000);
  return `${upgradeId} (firmware ${String(firmwareId)}, by ${requestedBy}, ${state}, lease until ${lease})`;
}

/** A request for one device in words. */
export function toldAsk({ user, firmwareId, begun, ended, answer }: Ask, sn: string): string {
  const code = answer === undefined ? 'nothing' : String(answer.codes[sn] ?? answer.status);
  return `${user}, for firmware ${String(firmwareId)} from ${clock(begun)} to ${clock(ended)}, was told ${code}`;
}

/** The time of day, in UTC, of milliseconds since 1970. */
export function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
