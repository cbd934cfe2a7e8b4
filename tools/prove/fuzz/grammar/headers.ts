import fc from 'fast-check';
import type { Fields } from './fields.ts';
import { MARKER, markedText, oddKey, oddText, oddValue } from './odd-values.ts';

const typeName = fc.constantFrom('content-type', 'Content-Type', 'CONTENT-TYPE');

const soundType = fc.constantFrom(
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  ` application/json ;x="${MARKER}"`,
  'application/vnd.example+json',
);

const harmless = fc.dictionary(fc.constantFrom('x-extra', 'User-Agent', 'x-forwarded-for', 'Origin'), markedText, {
  maxKeys: 3,
});

/** Headers of a JSON body. */
export const soundHeaders: fc.Arbitrary<Fields> = fc
  .tuple(typeName, soundType, harmless)
  .map(([name, type, others]) => ({ ...others, [name]: type }));

const oddType = fc.oneof(
  fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json', '*/*'),
  fc.constantFrom('application/json, text/plain', 'application/json\r\nx: y', 'application/jsοn', 'application/+json+'),
  oddText,
  oddValue,
);

const bomb = fc
  .tuple(markedText, fc.integer({ min: 50, max: 2_000 }))
  .map(([text, count]) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${String(index)}`, text.slice(0, 40)])),
  );

/** Other content types, the same header twice, content codings, odd names and values, far too many headers, or none. */
export const oddHeaders: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(typeName, oddType).map(([name, type]) => ({ [name]: type })) },
  {
    weight: 3,
    arbitrary: fc.tuple(soundHeaders, typeName, oddType).map(([sound, name, type]) => ({ ...sound, [name]: type })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(soundHeaders, fc.constantFrom('gzip', 'identity', 'br', MARKER))
      .map(([sound, coding]) => ({ ...sound, 'Content-Encoding': coding })),
  },
  { weight: 2, arbitrary: fc.dictionary(oddKey, oddValue, { maxKeys: 5 }) },
  { weight: 1, arbitrary: bomb },
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: oddValue },
);
