import fc from 'fast-check';

/** Included in whatever a caller may send; it must never come back. */
export const MARKER = 'fuZZmark';

/** Keys used in prototype pollution attacks. */
const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'] as const;

const loneSurrogates = fc.string({
  unit: fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit)),
});

/** Text of any kind: plain, any code points, control characters, homoglyphs, lone surrogates, and long ones. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string() },
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: loneSurrogates },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', ' ', '\0', '\r\n', 'а', '％', '\u202e', '%00', '%', '%C3%28', '"', ';', '='),
  },
  { weight: 1, arbitrary: fc.constantFrom(...PROTOTYPE_KEYS, 'null', 'undefined', 'true', 'NaN', '[object Object]') },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 9_000 }).map((length) => 'x'.repeat(length)) },
);

/** Text that can be recognised if it comes back. */
export const markedText = anyText.map((text) => `${MARKER}${text}`);

/** Any text, with the marker more often than not. */
export const oddText = fc.oneof(markedText, markedText, anyText);

/** A key of an object: any text, or one used in prototype pollution attacks. */
export const oddKey = fc.oneof(oddText, fc.constantFrom(...PROTOTYPE_KEYS));

const oddNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, -1, 0.5, 1e21, 1e308, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 4_294_967_296),
);

/** Any JSON value, with odd keys, numbers and texts. */
export const oddValue: fc.Arbitrary<unknown> = fc.anything({
  key: oddKey,
  values: [fc.constant(null), fc.boolean(), oddNumber, oddText],
  maxKeys: 5,
});
