import fc from 'fast-check';
import { oddKey, oddValue } from './odd-values.ts';

/** An event, or parts of one, by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parts put together: a later field replaces an earlier one, but headers are joined, as cookies may be among them. */
export function joined(parts: readonly Fields[]): Fields {
  const whole = parts.reduce((fields, part) => ({ ...fields, ...part }), {});
  const headers = parts.flatMap((part) => ('headers' in part ? [part['headers']] : []));
  if (!headers.every(isObject)) return whole;
  return { ...whole, headers: headers.reduce((all, some) => ({ ...all, ...some }), {}) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field, by its index or by an odd name, and its new value: undefined removes it. */
const change = fc.tuple(fc.oneof(fc.nat(20), oddKey), fc.option(oddValue, { nil: undefined }));

/** The event with one to three changes: a field removed, replaced by something odd, or added. */
export function mutated(events: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  return fc
    .tuple(events, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([event, changes]) => changes.reduce<Fields>(changed, event));
}

/** Uses entries, since an assignment to `__proto__` would not set a field. */
function changed(event: Fields, [field, value]: readonly [number | string, unknown]): Fields {
  const names = Object.keys(event);
  const name = typeof field === 'string' ? field : (names[field % names.length] ?? '');
  const others = Object.entries(event).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}
