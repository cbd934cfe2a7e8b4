import fc from 'fast-check';
import { routeKeyOf, pathOf, type UpgradeOperation } from '../../../../functions/domain/operations.ts';
import { DEVICE_SNS } from '../callers.ts';
import type { Operation } from '../stage.ts';
import { oddBody, soundBody } from './bodies.ts';
import { oddCookies, soundCookies } from './cookies.ts';
import { joined, mutated, type Fields } from './fields.ts';
import { oddHeaders, soundHeaders } from './headers.ts';
import { markedText, oddText, oddValue } from './odd-values.ts';

/** An event for an operation. */
export interface Case {
  readonly event: unknown;
  /** Whether it is a valid request, however oddly written, and so must be answered with 200. */
  readonly sound: boolean;
}

const oddVersion = fc.oneof(fc.constantFrom('1.0', '2', 2, '2.0 ', 'fuZZmark'), oddValue);

const soundUpgrade = (operation: UpgradeOperation): fc.Arbitrary<Fields>[] => [
  ...common,
  soundBody,
  fc
    .constantFrom(pathOf(operation), '/fuZZmark')
    .map((rawPath): Fields => ({ rawPath, routeKey: routeKeyOf(operation) })),
];

/** The bare base URL, or that of a device. */
const soundDevicePath: fc.Arbitrary<Fields> = fc.oneof(
  fc.constant<Fields>({ rawPath: '/V1.0/stream/getStreamServersList', routeKey: 'fuZZmark' }),
  fc
    .constantFrom(...DEVICE_SNS)
    .map((sn) => ({ pathParameters: { sn }, rawPath: `/devices/${sn}`, routeKey: 'fuZZmark' })),
);

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

const inHeaders = (headers: unknown): Fields => ({ headers });

/** What every sound event has, including what the gateway adds and the functions ignore. */
const common: readonly fc.Arbitrary<Fields>[] = [
  fc.record({ rawQueryString: oddValue, requestContext: oddValue, stageVariables: oddValue }),
  fc.constant({ version: '2.0' }),
  soundCookies,
  soundHeaders.map(inHeaders),
];

const sound: Record<Operation, readonly fc.Arbitrary<Fields>[]> = {
  'start-upgrade': soundUpgrade('start-upgrade'),
  'upgrade-status': soundUpgrade('upgrade-status'),
  'cancel-upgrade': soundUpgrade('cancel-upgrade'),
  'dry-run-upgrade': soundUpgrade('dry-run-upgrade'),
  getStreamServersList: [...common, oddBody, soundDevicePath],
};

const odd: readonly fc.Arbitrary<Fields>[] = [
  oddVersion.map((version) => ({ version })),
  oddCookies.map((parts) => ({ cookies: undefined, ...parts })),
  oddHeaders.map(inHeaders),
  oddBody.map((parts) => ({ body: undefined, isBase64Encoded: undefined, ...parts })),
  oddPath,
];

const eventOf = (...parts: readonly fc.Arbitrary<Fields>[]): fc.Arbitrary<Fields> => fc.tuple(...parts).map(joined);

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
