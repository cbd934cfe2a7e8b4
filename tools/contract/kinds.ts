import type { OperationName } from '../../functions/domain/operations.ts';
import { keysOf } from '../keys-of.ts';

/** The operations of administrators. */
export type KindOperation = Exclude<OperationName, 'getStreamServersList'>;

/** How the document names the answers of each of them: `StatusAnswer`, `Status200`, `noAdministratorOfStatus`. */
export const KINDS = {
  'start-upgrade': 'Upgrade',
  'upgrade-status': 'Status',
  'cancel-upgrade': 'Cancel',
  'dry-run-upgrade': 'DryRun',
  'upgrade-history': 'History',
  'get-all-firmwares': 'Firmwares',
  'create-rollout': 'Rollout',
  'dry-run-rollout': 'RolloutDryRun',
  'rollout-status': 'RolloutStatus',
  'pause-rollout': 'RolloutPause',
  'resume-rollout': 'RolloutResume',
  'cancel-rollout': 'RolloutCancel',
} as const satisfies Readonly<Record<KindOperation, string>>;

export type Kind = (typeof KINDS)[KindOperation];

/** In the order of the document. */
export const kindOperations = keysOf(KINDS);
