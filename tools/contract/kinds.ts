import type { UpgradeOperation } from '../../functions/domain/operations.ts';

/** How the document names the answers of each operation on upgrades: `StatusAnswer`, `Status200`, `noAdministratorOfStatus`. */
export const KINDS = {
  'start-upgrade': 'Upgrade',
  'upgrade-status': 'Status',
  'cancel-upgrade': 'Cancel',
  'dry-run-upgrade': 'DryRun',
} as const satisfies Readonly<Record<UpgradeOperation, string>>;

export type Kind = (typeof KINDS)[UpgradeOperation];
