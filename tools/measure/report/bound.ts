/** What a figure is to be. */
export interface Bound {
  readonly text: string;
  readonly holds: (value: number) => boolean;
}

export function atMost(limit: number): Bound {
  return { text: `≤ ${limit.toLocaleString('en')}`, holds: (value) => value <= limit };
}

export function atLeast(limit: number): Bound {
  return { text: `≥ ${limit.toLocaleString('en')}`, holds: (value) => value >= limit };
}

export function exactly(wanted: number): Bound {
  return { text: `= ${String(wanted)}`, holds: (value) => value === wanted };
}
