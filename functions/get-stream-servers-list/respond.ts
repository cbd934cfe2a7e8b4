import { API_STATUS, type StatusName } from '../domain/api-status.ts';
import type { StreamConfigInfo } from './stream-config-info.ts';

/** The answer of interface 2.2. */
interface StreamServerListResponse {
  readonly status: number;
  /** Name of the status in the API Status table; fixed texts, so that nothing of a request or a failure shows. */
  readonly message: StatusName;
  readonly totalCount: number;
  readonly serverList: readonly StreamConfigInfo[];
}

/** The answer with this status; without a list, as for a refusal, it is empty. */
export function listResponse(
  message: StatusName,
  serverList: readonly StreamConfigInfo[] = [],
): StreamServerListResponse {
  return { status: API_STATUS[message].code, message, totalCount: serverList.length, serverList };
}
