import { pathOf, type UpgradeOperation } from '../../../functions/domain/operations.ts';
import type { ApiRequest } from '../requests.ts';
import { upgrade, upgradeBody } from '../requests.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';

/** The stage to ask: the healthy one, or one with a fault. */
export type StageName =
  'well' | 'unreachableTables' | 'refusedWrites' | 'noSettings' | 'behindFront' | 'brokenFunction' | 'otherPayload';

/** One request to be recorded, and where its answer belongs. */
export interface Sample {
  /** Unique; the example's name in the document. */
  readonly name: string;
  /** One line for readers. */
  readonly summary: string;
  /** Name of the response in the document: an operation and an HTTP status. */
  readonly response: `${'List' | 'Upgrade' | 'Status' | 'Cancel' | 'DryRun'}${number}`;
  readonly request: ApiRequest;
  readonly stage: StageName;
}

/** A body over the gateway's own limit, which is 10 MiB. */
export const HUGE = ' '.repeat(10 * 1024 * 1024 + 1);

/** A request by the demo administrator. */
export function order(
  sn: readonly string[],
  firmwareId: number = DEMO.firmwareId,
  operation: UpgradeOperation = 'start-upgrade',
): ApiRequest {
  return upgrade(upgradeBody(sn, firmwareId), DEMO.admin, {}, pathOf(operation));
}

/** A request to be recorded, to the healthy stage unless another is named. */
export function sample(
  name: string,
  summary: string,
  response: Sample['response'],
  request: ApiRequest,
  stage: StageName = 'well',
): Sample {
  return { name, summary, response, request, stage };
}
