import fc from 'fast-check';
import { oddKey, oddText } from './text.ts';

const oddNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, -1, 0.5, 1e21, 1e308, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 4_294_967_296),
);

const { value } = fc.letrec<{ value: unknown; list: unknown[]; object: Record<string, unknown> }>((tie) => ({
  list: fc.array(tie('value'), { maxLength: 5 }),
  // By entries, since a plain assignment would set a prototype where the key is meant.
  object: fc.array(fc.tuple(oddKey, tie('value')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    oddNumber,
    oddText,
    tie('list'),
    tie('object'),
  ),
}));

/** Any JSON value, with odd keys, numbers and texts. */
export const oddValue = value;
