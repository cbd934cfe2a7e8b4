import fc from 'fast-check';
import { DEVICE_SNS } from '../callers.ts';
import { oddRollout } from './rollout-bodies.ts';
import { MARKER, markedText, oddText, oddValue, type Fields } from './values.ts';

const knownSn = fc.constantFrom(...DEVICE_SNS);
const strangeSn = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

/** Registered and unknown devices, some of them twice. */
const soundSns = fc.array(fc.oneof({ weight: 5, arbitrary: knownSn }, strangeSn), { minLength: 1, maxLength: 3 });

/** JSON of a valid order, with a field that is ignored. */
const soundText = fc
  .tuple(markedText, soundSns, fc.constantFrom('21', '22', '21.0', '2.1e1'))
  .map(([note, sn, id]) => `${JSON.stringify({ note, sn }).slice(0, -1)}, "firmware-id": ${id}}`);

const asText = (body: string): Fields => ({ body, isBase64Encoded: false });
const asBase64 = (body: string): Fields => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true });

/** The body of a valid order, as text or in base64. */
export const soundBody: fc.Arbitrary<Fields> = fc.oneof(soundText.map(asText), soundText.map(asBase64));

const beforeId = fc.option(fc.uuid({ version: 7 }), { nil: undefined });

/** Body of upgrade-history: one device or a text that can be none, with or without the end of the page before. */
export const soundHistoryBody: fc.Arbitrary<Fields> = fc
  .record({ sn: fc.oneof(knownSn, strangeSn, markedText), before: beforeId, note: markedText })
  .map((body) => asText(JSON.stringify(body)));

/** A valid body with a piece cut out and something else put in. */
const spliced = fc
  .tuple(soundText, fc.nat(200), fc.nat(12), fc.oneof(fc.constantFrom('', '"', '{', '[', '\\u0000', '1e999'), oddText))
  .map(([text, at, length, piece]) => text.slice(0, at) + piece + text.slice(at + length));

const withOddFields = fc
  .record({
    sn: fc.oneof(soundSns, knownSn, oddValue, fc.array(fc.oneof(knownSn, oddText)), oddText),
    'firmware-id': fc.oneof(fc.constantFrom(21, 22, 23, 24, 31, 99), oddValue),
    'upgrade-id': fc.oneof(oddValue, fc.array(fc.option(oddText), { maxLength: 3 })),
    before: fc.oneof(beforeId, oddValue),
    [MARKER]: oddValue,
  })
  .map((body) => JSON.stringify(body));

const withMoreKeys = fc
  .tuple(oddText, soundText)
  .map(([key, text]) => `{${JSON.stringify(key)}:{"sn":["FUZZ-0"]},${text.slice(1)}`);

const deep = fc
  .tuple(fc.constantFrom('[', '{"sn":', '{"__proto__":'), fc.integer({ min: 1_000, max: 30_000 }))
  .map(([piece, depth]) => piece.repeat(depth));

const hugeNumber = fc
  .integer({ min: 300, max: 100_000 })
  .map((digits) => `{"sn":["FUZZ-1"],"firmware-id":${'9'.repeat(digits)}}`);

const manyDevices = fc
  .integer({ min: 995, max: 30_000 })
  .map((count) =>
    JSON.stringify({ sn: Array.from({ length: count }, (_, at) => `FUZZ-X${String(at)}`), 'firmware-id': 21 }),
  );

const oddBodyText = fc.oneof(
  { weight: 30, arbitrary: spliced },
  { weight: 30, arbitrary: withOddFields },
  { weight: 15, arbitrary: oddRollout.map((body) => JSON.stringify(body)) },
  { weight: 15, arbitrary: withMoreKeys },
  { weight: 10, arbitrary: fc.json({ stringUnit: 'binary' }) },
  { weight: 10, arbitrary: oddText },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: hugeNumber },
  { weight: 1, arbitrary: manyDevices },
);

/** Odd bodies, as text and in base64, with the base64 flag right, wrong and odd. */
export const oddBody: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 4, arbitrary: oddBodyText.map(asText) },
  { weight: 3, arbitrary: oddBodyText.map(asBase64) },
  { weight: 2, arbitrary: fc.record({ body: oddBodyText, isBase64Encoded: fc.oneof(fc.constant(true), oddValue) }) },
  { weight: 1, arbitrary: fc.record({ body: fc.base64String(), isBase64Encoded: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ body: oddValue, isBase64Encoded: oddValue }) },
  { weight: 1, arbitrary: fc.constant({}) },
);
