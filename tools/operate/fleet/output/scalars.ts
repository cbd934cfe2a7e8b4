import type { Item } from '../stage/scan.ts';

/** The named attributes of an item, if they are text, numbers or switches. All others may hold secrets, and stay away. */
export function scalarsOf(item: Item, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (isScalar(item[name]) ? [[name, item[name]]] : [])));
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
