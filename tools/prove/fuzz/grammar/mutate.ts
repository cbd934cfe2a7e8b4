import fc from 'fast-check';
import type { Fields } from './fields.ts';
import { oddValue } from './json.ts';
import { oddKey } from './text.ts';

/** The event with one to three of its fields taken away, replaced by something odd, or joined by an odd one. */
export function mutated(events: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  return fc
    .tuple(events, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([event, changes]) => changes.reduce<Fields>((changed, apply) => apply(changed), event));
}

const change: fc.Arbitrary<(event: Fields) => Fields> = fc.oneof(
  fc.nat(20).map((index) => (event: Fields) => without(event, index)),
  fc.tuple(fc.nat(20), oddValue).map(
    ([index, value]) =>
      (event: Fields) =>
        withField(event, nameAt(event, index), value),
  ),
  fc.tuple(oddKey, oddValue).map(
    ([key, value]) =>
      (event: Fields) =>
        withField(event, key, value),
  ),
);

function nameAt(event: Fields, index: number): string {
  const names = Object.keys(event);
  return names[index % names.length] ?? '';
}

function without(event: Fields, index: number): Fields {
  const name = nameAt(event, index);
  return Object.fromEntries(Object.entries(event).filter(([key]) => key !== name));
}

/** By entries, since an assignment to `__proto__` would set no field. */
function withField(event: Fields, name: string, value: unknown): Fields {
  return Object.fromEntries([...Object.entries(event), [name, value]]);
}
