import fc from 'fast-check';
import { CALLERS } from '../callers.ts';
import type { Fields } from './fields.ts';
import { markedText, oddText, oddValue } from './odd-values.ts';

const percentEncoded = (text: string) =>
  Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

/** The equivalent ways in which callers may write a value. */
const written = (value: string) =>
  fc.constantFrom(value, `"${value}"`, percentEncoded(value), `"${percentEncoded(value)}"`);

const ignored = fc
  .tuple(fc.constantFrom('theme', 'CLOUD-SID', 'cloud-sid2', '$Version', '__proto__'), fc.nat(99))
  .map(([name, value]) => `${name}=fuZZmark${String(value)}`);

/** The two cookies of a caller in either order, among others. */
const pairsOf = ({ sid, uid }: { sid: string; uid: string }) =>
  fc
    .tuple(written(sid), written(uid), fc.array(ignored, { maxLength: 3 }), fc.boolean(), fc.boolean())
    .map(([sidText, uidText, others, swapped, last]) => {
      const own = [`cloud-sid=${sidText}`, `cloud-uid=${uidText}`];
      const ordered = swapped ? own.toReversed() : own;
      return last ? [...others, ...ordered] : [...ordered, ...others];
    });

/** As a list, as in payload 2.0; or as a header in any case, as some invokers send it. */
const carried = (pairs: readonly string[]): fc.Arbitrary<Fields> =>
  fc.oneof(
    fc.constant({ cookies: pairs }),
    fc.constantFrom('cookie', 'Cookie', 'COOKIE').map((name) => ({ headers: { [name]: pairs.join('; ') } })),
  );

/** Cookies of an administrator. */
export const soundCookies = pairsOf(CALLERS.admin).chain(carried);

const oddPair = fc.oneof(
  fc
    .tuple(fc.constantFrom('cloud-sid', 'cloud-uid', 'сloud-sid', 'Cloud-Sid', ' cloud-sid'), oddText)
    .map((pair) => pair.join('=')),
  oddText,
  fc.constantFrom(`cloud-sid=${CALLERS.admin.sid}`, `cloud-uid=${CALLERS.admin.uid}`, `cloud-uid=${CALLERS.user.uid}`),
);

const bomb = fc
  .tuple(markedText, fc.integer({ min: 100, max: 3_000 }))
  .map(([text, count]) => Array.from({ length: count }, (_, index) => `c${String(index)}=${text.slice(0, 40)}`));

/** Cookies of other callers, incomplete or unknown ones, far too many, and things that are not cookies. */
export const oddCookies: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(CALLERS.user, CALLERS.expired).chain(pairsOf).chain(carried) },
  { weight: 6, arbitrary: fc.array(oddPair, { maxLength: 6 }).chain(carried) },
  { weight: 1, arbitrary: bomb.chain(carried) },
  { weight: 2, arbitrary: fc.record({ cookies: oddValue }) },
  { weight: 1, arbitrary: fc.constant({}) },
);
