import fc from 'fast-check';
import { MARKER, markedText, oddText, oddValue, type Fields } from './values.ts';

const typeName = fc.mixedCase(fc.constant('content-type'));

const soundType = fc.oneof(
  fc.mixedCase(fc.constant('application/json')),
  fc.constantFrom(
    'application/json; charset=utf-8',
    ` application/json ;x="${MARKER}"`,
    'application/vnd.example+json',
  ),
);

const ignored = fc.dictionary(fc.constantFrom('x-extra', 'User-Agent', 'Origin'), markedText, { maxKeys: 3 });

/** Fresh, since the firmware of a repeat would have to be the same. */
const soundKey = fc.option(fc.uuid()).map((key) => (key === null ? {} : { 'idempotency-key': key }));

/** Headers of a JSON body, with or without a key. */
export const soundHeaders: fc.Arbitrary<Fields> = fc
  .tuple(typeName, soundType, ignored, soundKey)
  .map(([name, type, others, key]) => ({ ...others, ...key, [name]: type }));

const oddType = fc.oneof(
  fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json', '*/*'),
  fc.constantFrom('application/json, text/plain', 'application/json\r\nx: y', 'application/jsοn', 'application/+json+'),
  oddText,
  oddValue,
);

const tooMany = fc
  .integer({ min: 50, max: 2_000 })
  .map((count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${String(index)}`, MARKER])));

const withMore = (more: fc.Arbitrary<Fields>) =>
  fc.tuple(soundHeaders, more).map(([sound, odd]) => ({ ...sound, ...odd }));
const withOddType = fc.tuple(typeName, oddType).map(([name, type]) => ({ [name]: type }));
const encoded = fc.constantFrom('gzip', 'identity', 'br', MARKER).map((coding) => ({ 'Content-Encoding': coding }));

const oddKey = fc
  .constantFrom('', '"', 'a, a', `${MARKER} `, 'rollout:x', 'x'.repeat(65))
  .map((key) => ({ 'Idempotency-Key': key }));

/** Other content types, the same header twice, content codings, texts that are no keys, odd names and values, far too many headers, or none. */
export const oddHeaders: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: withOddType },
  { weight: 3, arbitrary: withMore(withOddType) },
  { weight: 2, arbitrary: withMore(encoded) },
  { weight: 2, arbitrary: withMore(oddKey) },
  { weight: 2, arbitrary: fc.dictionary(oddText, oddValue, { maxKeys: 5 }) },
  { weight: 1, arbitrary: tooMany },
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: oddValue },
);
