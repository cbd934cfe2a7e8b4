import { isAhead } from '../../../../functions/domain/epoch-seconds.ts';

/** Epoch seconds in ISO 8601; undefined if they are no credible moment. */
export function moment(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !isAhead(seconds, 0)) return undefined;
  return new Date(seconds * 1000).toISOString();
}
