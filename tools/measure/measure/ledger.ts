/** The tables that subjects are measured on. */
export type Table = 'stand-in' | 'DynamoDB Local';

/** Devices that nobody has claimed, or the same request again. */
export const MODES = ['fresh', 'repeated'] as const;

export type Mode = (typeof MODES)[number];

/** What was measured for which subject, such as `latency`, `stand-in`, `ours`, 100, `fresh`. */
export type Measured = readonly (string | number)[];

/** All that was measured. */
export class Ledger {
  readonly #values = new Map<string, number[]>();

  add(what: Measured, ...values: readonly number[]): void {
    const key = what.join('/');
    this.#values.set(key, [...(this.#values.get(key) ?? []), ...values]);
  }

  /** NaN when nothing was measured. */
  median(what: Measured): number {
    const sorted = this.#sorted(what);
    const middle = (sorted.length - 1) / 2;
    return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
  }

  /** The smallest value that 99 % of the values do not exceed; NaN when nothing was measured. */
  p99(what: Measured): number {
    const sorted = this.#sorted(what);
    return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
  }

  #sorted(what: Measured): number[] {
    return (this.#values.get(what.join('/')) ?? []).toSorted((one, other) => one - other);
  }
}
