import { API_STATUS, type RefusalName } from '../../domain/api-status.ts';
import type { UpgradeRequest } from './request.ts';
import type { DeviceResults } from './results.ts';

/** The answer of interface 2.4. */
interface UpgradeResponse {
  readonly result: number;
  readonly method: 'start-upgrade';
  readonly details: readonly { readonly sn: string; readonly result: number }[];
}

/** Accepted, and every device judged on its own: look at the details. */
export function accepted(results: DeviceResults): UpgradeResponse {
  const details = [...results].map(([sn, result]) => ({ sn, result: API_STATUS[result].code }));
  return { result: API_STATUS.SUCCESS.code, method: 'start-upgrade', details };
}

/** Refused as a whole. Once it is known which devices were meant, each has its entry, with the same code. */
export function refused(reason: RefusalName, request: UpgradeRequest | undefined): UpgradeResponse {
  const { code } = API_STATUS[reason];
  return { result: code, method: 'start-upgrade', details: (request?.sns ?? []).map((sn) => ({ sn, result: code })) };
}
