/** A figure, such as `latency, ms` of 100 devices, `fresh`, on the `stand-in`. */
export type Figure = readonly (string | number)[];

/** The values that each subject had in each round, by figure. */
export class Ledger {
  readonly #figures = new Map<string, Map<string, number[][]>>();

  /** Enters what a subject had in one round. */
  add(subject: string, figure: Figure, ...values: readonly number[]): void {
    const key = nameOf(figure);
    const bySubject = this.#figures.get(key) ?? new Map<string, number[][]>();
    this.#figures.set(key, bySubject.set(subject, [...(bySubject.get(subject) ?? []), [...values]]));
  }

  /** The values of each round; none when nothing was measured. */
  rounds(subject: string, figure: Figure): readonly (readonly number[])[] {
    return this.#figures.get(nameOf(figure))?.get(subject) ?? [];
  }

  /** All figures by name, with the values of each subject. */
  all(): ReadonlyMap<string, ReadonlyMap<string, readonly (readonly number[])[]>> {
    return this.#figures;
  }
}

function nameOf(figure: Figure): string {
  return figure.map((part) => part.toLocaleString('en')).join(', ');
}

/** NaN of no values. */
export function median(values: readonly number[]): number {
  const sorted = sort(values);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** The smallest value that 99 % of the values do not exceed; NaN of no values. */
export function p99(values: readonly number[]): number {
  return sort(values)[Math.ceil(values.length * 0.99) - 1] ?? NaN;
}

/** The least and the greatest of the middle half of the values; of fewer than four, of all. */
export function middleHalf(values: readonly number[]): readonly [number, number] {
  const cut = Math.floor(values.length / 4);
  const kept = sort(values).slice(cut, values.length - cut);
  return [kept[0] ?? NaN, kept.at(-1) ?? NaN];
}

function sort(values: readonly number[]): number[] {
  return values.toSorted((one, other) => one - other);
}
