import fc from 'fast-check';
import type { Operation } from '../stage/fuzz-stage.ts';
import { oddBody, soundBody } from './bodies.ts';
import { oddCookies, soundCookies } from './cookies.ts';
import { joined, type Fields } from './fields.ts';
import { oddHeaders, soundHeaders } from './headers.ts';
import { oddValue } from './json.ts';
import { mutated } from './mutate.ts';
import { oddPath, soundDevicePath, soundUpgradePath } from './paths.ts';

/** An event for an operation. */
export interface Case {
  readonly event: unknown;
  /** Whether it is a valid request, however oddly written, and so must be answered with 200. */
  readonly sound: boolean;
}

const oddVersion = fc.oneof(fc.constantFrom('1.0', '2', 2, '2.0 ', 'fuZZmark'), oddValue);

const soundVersion = fc.constant({ version: '2.0' });

/** What the gateway adds, and the functions do not look at. */
const surroundings = fc.record({ rawQueryString: oddValue, requestContext: oddValue, stageVariables: oddValue });

const eventOf = (...parts: readonly fc.Arbitrary<Fields>[]): fc.Arbitrary<Fields> => fc.tuple(...parts).map(joined);

const sound: Record<Operation, readonly fc.Arbitrary<Fields>[]> = {
  'start-upgrade': [surroundings, soundVersion, soundCookies, soundHeaders.map(inHeaders), soundBody, soundUpgradePath],
  getStreamServersList: [
    surroundings,
    soundVersion,
    soundCookies,
    soundHeaders.map(inHeaders),
    oddBody,
    soundDevicePath,
  ],
};

const odd: readonly fc.Arbitrary<Fields>[] = [
  oddVersion.map((version) => ({ version })),
  oddCookies.map((parts) => ({ cookies: undefined, ...parts })),
  oddHeaders.map(inHeaders),
  oddBody.map((parts) => ({ body: undefined, isBase64Encoded: undefined, ...parts })),
  oddPath,
];

function inHeaders(headers: unknown): Fields {
  return { headers };
}

/** Events of an operation: sound ones, ones with a single odd part so that they get far, mutated ones, and nonsense. */
export function eventsFor(operation: Operation): fc.Arbitrary<Case> {
  const parts = sound[operation];
  const isSound = (event: unknown) => ({ event, sound: true });
  const isOdd = (event: unknown) => ({ event, sound: false });
  return fc.oneof(
    { weight: 3, arbitrary: eventOf(...parts).map(isSound) },
    { weight: 10, arbitrary: fc.oneof(...odd.map((part) => eventOf(...parts, part))).map(isOdd) },
    { weight: 3, arbitrary: mutated(eventOf(...parts)).map(isOdd) },
    { weight: 3, arbitrary: eventOf(...odd).map(isOdd) },
    { weight: 1, arbitrary: oddValue.map(isOdd) },
  );
}
