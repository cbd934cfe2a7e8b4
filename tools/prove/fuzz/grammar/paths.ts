import fc from 'fast-check';
import { DEVICE_SNS } from '../stage/callers.ts';
import type { Fields } from './fields.ts';
import { oddValue } from './json.ts';
import { markedText, oddText } from './text.ts';

export const soundUpgradePath: fc.Arbitrary<Fields> = fc.constantFrom<Fields>(
  { rawPath: '/sc_cloud/upgrade/start', routeKey: 'POST /sc_cloud/upgrade/start' },
  { rawPath: '/fuZZmark', routeKey: 'fuZZmark' },
);

/** The bare base URL, or that of a device. */
export const soundDevicePath: fc.Arbitrary<Fields> = fc.oneof(
  fc.constant<Fields>({ rawPath: '/V1.0/stream/getStreamServersList' }),
  fc.constantFrom(...DEVICE_SNS).map((sn) => ({ pathParameters: { sn }, rawPath: `/devices/${sn}` })),
);

const oddSn = fc.oneof(
  markedText,
  oddText,
  oddValue,
  fc.constantFrom('../Upgrades', 'FUZZ-0/', ' FUZZ-0', 'fuzz-0', 'ＦUZZ-0'),
);

/** Paths and parameters that no gateway sends. */
export const oddPath: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 3, arbitrary: oddSn.map((sn) => ({ pathParameters: { sn } })) },
  { weight: 1, arbitrary: fc.record({ pathParameters: oddValue, rawPath: oddValue, routeKey: oddValue }) },
);
