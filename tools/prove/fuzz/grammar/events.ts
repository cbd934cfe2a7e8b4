import fc from 'fast-check';
import { pathOf, routeKeyOf, type OperationName } from '../../../../functions/domain/operations.ts';
import { DEVICE_SNS } from '../callers.ts';
import { oddBody, soundBody, soundHistoryBody } from './bodies.ts';
import { oddCookies, soundCookies } from './cookies.ts';
import { oddHeaders, soundHeaders } from './headers.ts';
import { soundRolloutBodies } from './rollout-bodies.ts';
import { joined, markedText, MARKER, mutated, oddText, oddValue, type Fields } from './values.ts';

/** An event for an operation. */
export interface Case {
  readonly event: unknown;
  /** Whether it is a valid request, however oddly written, and so must be answered with 200. */
  readonly sound: boolean;
}

const inHeaders = (headers: unknown): Fields => ({ headers });

/** What every sound event has, including what the gateway adds and the functions ignore. */
const common: readonly fc.Arbitrary<Fields>[] = [
  fc.record({ rawQueryString: oddValue, requestContext: oddValue, stageVariables: oddValue }),
  fc.constant({ version: '2.0' }),
  soundCookies,
  soundHeaders.map(inHeaders),
];

/** Filters in any order, and names of none. */
const soundQuery: fc.Arbitrary<Fields> = fc
  .subarray(['family-id=3', 'model-id=-2', 'hardware-version=1%2C0', 'after=MjE', `${MARKER}=${MARKER}`, '&', '='])
  .map((parts) => ({ rawQueryString: parts.join('&') }));

const oddQuery: fc.Arbitrary<Fields> = fc
  .tuple(fc.constantFrom('family-id', 'model-id', 'hardware-version', 'after'), oddText)
  .map(([name, value]) => ({ rawQueryString: `${name}=${value}` }));

/** The bare base URL, or that of a device. */
const soundDevicePath: fc.Arbitrary<Fields> = fc
  .option(fc.constantFrom(...DEVICE_SNS))
  .map((sn) => ({ rawPath: `/${MARKER}`, routeKey: MARKER, ...(sn !== null && { pathParameters: { sn } }) }));

const soundRequests: Partial<Record<OperationName, fc.Arbitrary<Fields>>> = {
  'get-all-firmwares': soundQuery,
  'upgrade-history': soundHistoryBody,
  ...soundRolloutBodies,
};

function soundParts(operation: OperationName): readonly fc.Arbitrary<Fields>[] {
  if (operation === 'getStreamServersList') return [...common, oddBody, soundDevicePath];
  const rawPath = fc.constantFrom(pathOf(operation), `/${MARKER}`);
  const request = soundRequests[operation] ?? soundBody;
  return [...common, request, fc.record({ rawPath, routeKey: fc.constant(routeKeyOf(operation)) })];
}

const oddSn = fc.oneof(
  markedText,
  oddText,
  oddValue,
  fc.constantFrom('../Upgrades', 'FUZZ-0/', ' FUZZ-0', 'fuzz-0', 'ＦUZZ-0'),
);

/** Paths and parameters that no gateway sends. */
const oddPath: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 3, arbitrary: oddSn.map((sn) => ({ pathParameters: { sn } })) },
  { weight: 1, arbitrary: fc.record({ pathParameters: oddValue, rawPath: oddValue, routeKey: oddValue }) },
);

const oddParts: readonly fc.Arbitrary<Fields>[] = [
  fc.oneof(fc.constantFrom('1.0', '2', 2, '2.0 ', MARKER), oddValue).map((version) => ({ version })),
  oddCookies.map((parts) => ({ cookies: undefined, ...parts })),
  oddHeaders.map(inHeaders),
  oddBody.map((parts) => ({ body: undefined, isBase64Encoded: undefined, ...parts })),
  oddPath,
  oddQuery,
];

const eventOf = (...parts: readonly fc.Arbitrary<Fields>[]): fc.Arbitrary<Fields> => fc.tuple(...parts).map(joined);

/** Events of an operation: sound ones, ones with a single odd part so that they get far, mutated ones, and nonsense. */
export function eventsFor(operation: OperationName): fc.Arbitrary<Case> {
  const sound = soundParts(operation);
  const odd = fc.oneof(
    { weight: 10, arbitrary: fc.oneof(...oddParts.map((part) => eventOf(...sound, part))) },
    { weight: 3, arbitrary: mutated(eventOf(...sound)) },
    { weight: 3, arbitrary: eventOf(...oddParts) },
    { weight: 1, arbitrary: oddValue },
  );
  return fc.oneof(
    { weight: 3, arbitrary: eventOf(...sound).map((event) => ({ event, sound: true })) },
    { weight: 17, arbitrary: odd.map((event) => ({ event, sound: false })) },
  );
}
