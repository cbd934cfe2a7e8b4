/** A figure with three digits that count, or a dash when there is none. */
export function shown(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (value >= 1_000) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}
