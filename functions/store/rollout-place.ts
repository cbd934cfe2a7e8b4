/** Where a roll-out stands in the list of all: newest first. */
export interface Place {
  readonly createdAt: string;
  readonly rolloutId: string;
}

/** The text of a place, opaque to callers, with which they ask for what follows it. */
export function textOf({ createdAt, rolloutId }: Place): string {
  return Buffer.from(`${createdAt} ${rolloutId}`).toString('base64url');
}

const PLACE = /^(?<createdAt>\d{4}-\d\d-\d\dT[\d:.]{12}Z) (?<rolloutId>[\w-]{1,64})$/;

/** The place that a text names; undefined if it names none. */
export function placeIn(text: string): Place | undefined {
  const { createdAt, rolloutId } = PLACE.exec(Buffer.from(text, 'base64url').toString())?.groups ?? {};
  return createdAt === undefined || rolloutId === undefined ? undefined : { createdAt, rolloutId };
}
