import { API_STATUS, type DeviceResult, type RefusalName } from '../domain/api-status.ts';
import type { UpgradeOperation } from '../domain/operations.ts';
import type { Metrics } from '../log/metrics.ts';

/** The result of each device, in request order. */
export type DeviceResults = ReadonlyMap<string, DeviceResult>;

/** The outcome of an accepted request. */
export interface Outcome {
  readonly results: DeviceResults;
  /** More fields for the entries of devices; a device has an entry for each of its reports, and one if it has none. */
  readonly reports?: ReadonlyMap<string, readonly object[]>;
  /** By what the next page is asked for, if there is one. */
  readonly next?: string | undefined;
  /** What is worth measuring beside the results. */
  readonly metrics?: Metrics;
}

/** The answer of interface 2.4, and of our own operations. */
interface UpgradeResponse {
  readonly result: number;
  readonly method: UpgradeOperation;
  readonly details: readonly { readonly sn: string; readonly result: number }[];
  readonly next?: string | undefined;
}

/** An accepted request: each device has its own result in the details. */
export function accepted(method: UpgradeOperation, { results, reports, next }: Outcome): UpgradeResponse {
  const details = [...results].flatMap(([sn, result]) =>
    (reports?.get(sn) ?? [{}]).map((report) => ({ sn, result: API_STATUS[result].code, ...report })),
  );
  return { result: API_STATUS.SUCCESS.code, method, details, next };
}

/** Refused as a whole. Once it is known which devices were meant, each has its entry, with the same code. */
export function refused(method: UpgradeOperation, reason: RefusalName, sns: readonly string[] = []): UpgradeResponse {
  const { code } = API_STATUS[reason];
  return { result: code, method, details: sns.map((sn) => ({ sn, result: code })) };
}
