import fc from 'fast-check';
import type { Session } from '../../../contract/requests.ts';
import { CALLERS } from '../callers.ts';
import { MARKER, oddText, oddValue, type Fields } from './values.ts';

const percentEncoded = (text: string) => `%${Buffer.from(text).toString('hex').match(/../g)?.join('%') ?? ''}`;

/** A cookie in the equivalent ways in which callers may write its value. */
const cookie = (name: string, value: string) =>
  fc
    .constantFrom(value, `"${value}"`, percentEncoded(value), `"${percentEncoded(value)}"`)
    .map((written) => `${name}=${written}`);

const ignored = fc
  .constantFrom('theme', 'CLOUD-SID', 'cloud-sid2', '$Version', '__proto__')
  .map((name) => `${name}=${MARKER}`);

/** The two cookies of a caller, in any order, among others. */
const cookiesOf = ({ sid, uid }: Session) =>
  fc
    .tuple(cookie('cloud-sid', sid), cookie('cloud-uid', uid), fc.array(ignored, { maxLength: 3 }))
    .chain(([own, other, more]) => fc.shuffledSubarray([own, other, ...more], { minLength: 2 + more.length }));

/** As a list, as in payload 2.0; or as a header in any case, as some invokers send it. */
const carried = (cookies: readonly string[]): fc.Arbitrary<Fields> =>
  fc.oneof(
    fc.constant({ cookies }),
    fc.mixedCase(fc.constant('cookie')).map((name) => ({ headers: { [name]: cookies.join('; ') } })),
  );

/** Cookies of an administrator. */
export const soundCookies = cookiesOf(CALLERS.admin).chain(carried);

const oddCookie = fc.oneof(
  fc
    .tuple(fc.constantFrom('cloud-sid', 'cloud-uid', 'сloud-sid', 'Cloud-Sid', ' cloud-sid'), oddText)
    .map((pair) => pair.join('=')),
  oddText,
  fc.constantFrom(`cloud-sid=${CALLERS.admin.sid}`, `cloud-uid=${CALLERS.admin.uid}`, `cloud-uid=${CALLERS.user.uid}`),
);

const tooMany = fc.integer({ min: 100, max: 3_000 }).map((count) => Array<string>(count).fill(`cloud-sid=${MARKER}`));

/** Cookies of other callers, incomplete or unknown ones, far too many, and things that are not cookies. */
export const oddCookies: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(CALLERS.user, CALLERS.expired).chain(cookiesOf).chain(carried) },
  { weight: 6, arbitrary: fc.array(oddCookie, { maxLength: 6 }).chain(carried) },
  { weight: 1, arbitrary: tooMany.chain(carried) },
  { weight: 2, arbitrary: fc.record({ cookies: oddValue }) },
  { weight: 1, arbitrary: fc.constant({}) },
);
