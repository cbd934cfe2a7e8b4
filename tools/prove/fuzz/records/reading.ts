import type { WireItem } from './attribute-values.ts';

/**
 * The data contract's rules for attributes, restated for raw items: without the functions' own schemas, as it must find
 * their faults.
 */
export function text(item: WireItem, name: string): string | undefined {
  const found = own(item, name)?.['S'];
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** A whole number. */
export function whole(item: WireItem, name: string): number | undefined {
  const found = own(item, name)?.['N'];
  const number = typeof found === 'string' ? Number(found) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Whether a moment is in the future, and not in milliseconds. */
export function isAhead(moment: number | undefined): boolean {
  return moment !== undefined && moment > Date.now() / 1000 && moment < 1e10;
}

/** Whether the item says which product it is. */
export function hasProduct(item: WireItem): boolean {
  const { familyId, modelId } = { familyId: whole(item, 'familyId'), modelId: whole(item, 'modelId') };
  return familyId !== undefined && modelId !== undefined && text(item, 'hardwareVersion') !== undefined;
}

function own(item: WireItem, name: string) {
  return Object.hasOwn(item, name) ? item[name] : undefined;
}
