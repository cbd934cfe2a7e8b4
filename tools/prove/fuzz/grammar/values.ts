import fc from 'fast-check';

/** Included in whatever a caller may send; it must never come back. */
export const MARKER = 'fuZZmark';

/** Half of a surrogate pair, which fast-check's own strings never have. */
const loneSurrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit));

const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string() },
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: loneSurrogate }) },
  { weight: 2, arbitrary: fc.constantFrom('', '\0', '\r\n', 'а', '％', '\u202e', '%00', '%', '%C3%28', '"', ';', '=') },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'null', '[object Object]') },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 9_000 }).map((length) => 'x'.repeat(length)) },
);

/** Text that can be recognised if it comes back. */
export const markedText = anyText.map((text) => `${MARKER}${text}`);

/** Any text, with the marker more often than not. */
export const oddText = fc.oneof(markedText, markedText, anyText);

/** Any JSON value, with odd keys, numbers and texts. */
export const oddValue: fc.Arbitrary<unknown> = fc.anything({
  key: oddText,
  values: [fc.constant(null), fc.boolean(), fc.maxSafeInteger(), fc.double({ noNaN: true }), oddText],
  maxKeys: 5,
});

/** An event, or parts of one, by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parts put together: a later field replaces an earlier one, but headers are joined, as cookies may be among them. */
export function joined(parts: readonly Fields[]): Fields {
  const headers = parts.flatMap((part) => ('headers' in part ? [part['headers']] : []));
  return merged(headers.every(isFields) ? [...parts, { headers: merged(headers) }] : parts);
}

const merged = (all: readonly Fields[]) => all.reduce<Fields>((before, each) => ({ ...before, ...each }), {});

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Events with one to three changes: a field removed, replaced by something odd, or added. */
export function mutated(events: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> {
  const change = fc.tuple(fc.oneof(fc.nat(20), oddText), fc.option(oddValue, { nil: undefined }));
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
