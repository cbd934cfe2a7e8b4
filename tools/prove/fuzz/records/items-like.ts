import fc from 'fast-check';
import { anyValue, attributeName, type WireItem, type WireValue } from './attribute-values.ts';

/**
 * Items like a whole one, with any of its attributes missing, of another value or another type, or with attributes that
 * nobody asked for, one of them a prototype that holds all of the item.
 * @param values what each attribute may also be: near misses that chance would not find
 */
export function itemsLike(
  whole: WireItem,
  values: Readonly<Record<string, readonly WireValue[]>>,
): fc.Arbitrary<WireItem> {
  const change = fc
    .constantFrom(...Object.keys(whole))
    .chain((name) =>
      fc.tuple(
        fc.constant(name),
        fc.oneof(fc.constant(undefined), anyValue, fc.constantFrom(...(values[name] ?? [{ NULL: true }]))),
      ),
    );
  const extra = fc.oneof(fc.tuple(attributeName, anyValue), fc.constant(['__proto__', { M: whole }] as const));
  return fc
    .tuple(fc.array(change, { maxLength: 3 }), fc.array(extra, { maxLength: 2 }))
    .map(([changes, extras]) => kept([...extras, ...Object.entries(whole), ...changes]));
}

function kept(entries: readonly (readonly [string, WireValue | undefined])[]): WireItem {
  const last = new Map(entries);
  return Object.fromEntries(
    [...last].flatMap(([name, found]) => (found === undefined ? [] : [[name, found] as const])),
  );
}
