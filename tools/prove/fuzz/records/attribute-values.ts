import fc from 'fast-check';
import { anyText } from '../grammar/odd-values.ts';

/** An attribute as it goes over the wire, by its type: `{S: 'text'}`. */
export type WireValue = Readonly<Record<string, unknown>>;

/** An item as it goes over the wire. */
export type WireItem = Readonly<Record<string, WireValue>>;

const wireNumber = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e120, max: 1e120 }).map((number) => number.toPrecision(15)),
  fc.constantFrom(
    '0',
    '-1',
    '0.5',
    '21',
    '22',
    '9999999999',
    '10000000000',
    '9'.repeat(38),
    '1e125',
    '-1e125',
    '1e-130',
  ),
  fc.constantFrom(-100_000, -60, 60, 100_000).map((seconds) => String(Math.floor(Date.now() / 1000) + seconds)),
);

// A lone surrogate is not valid UTF-8, and cannot be stored.
const wireText = anyText.map((text) => text.toWellFormed());
const wireBytes = fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64'));

/** Names that services use, and some used in prototype pollution attacks. */
export const attributeName = fc.constantFrom(
  'a',
  'type',
  'id',
  'name',
  '__proto__',
  'constructor',
  'toString',
  'role',
  'userName',
);

const setOf = (type: string, values: fc.Arbitrary<string>) =>
  fc.uniqueArray(values, { minLength: 1, maxLength: 3 }).map((set): WireValue => ({ [type]: set }));

const { value } = fc.letrec<{ value: WireValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant({ NULL: true }),
    fc.boolean().map((BOOL) => ({ BOOL })),
    wireText.map((S) => ({ S })),
    wireNumber.map((N) => ({ N })),
    wireBytes.map((B) => ({ B })),
    setOf('SS', fc.string({ minLength: 1 })),
    setOf('NS', fc.integer().map(String)),
    setOf('BS', wireBytes),
    fc.array(tie('value'), { maxLength: 3 }).map((L) => ({ L })),
    fc
      .array(fc.tuple(attributeName, tie('value')), { maxLength: 3 })
      .map((entries) => ({ M: Object.fromEntries(entries) })),
  ),
}));

/** An attribute of any type that the database knows. */
export const anyValue = value;

/**
 * Items like a complete one, but with attributes missing or of another value or type, or with extra attributes, one of
 * them a `__proto__` that holds the whole item.
 * @param values other values of each attribute: near misses that chance would not find
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
