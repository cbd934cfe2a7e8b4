/** Where a roll-out stands in the list of all: newest first. */
export interface Place {
  readonly createdAt: string;
  readonly rolloutId: string;
}

/** The text of a place, opaque to callers, with which they ask for what follows it. */
export function textOf({ createdAt, rolloutId }: Place): string {
  return Buffer.from(`${createdAt} ${rolloutId}`).toString('base64url');
}

const PLACE = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z [\w-]{1,64}$/;
const TIME_LENGTH = 24;

/** The place that a text names; undefined if it names none. */
export function placeIn(text: string): Place | undefined {
  const place = Buffer.from(text, 'base64url').toString();
  if (!PLACE.test(place)) return undefined;
  return { createdAt: place.slice(0, TIME_LENGTH), rolloutId: place.slice(TIME_LENGTH + 1) };
}
