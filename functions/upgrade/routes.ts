import type { OperationName } from '../log/metrics.ts';

/** Path of each operation of the upgrade function; all are posted to. The stack makes its routes of them. */
export const UPGRADE_PATHS = {
  'start-upgrade': '/sc_cloud/upgrade/start',
  'upgrade-status': '/sc_cloud/upgrade/status',
  'cancel-upgrade': '/sc_cloud/upgrade/cancel',
  'dry-run-upgrade': '/sc_cloud/upgrade/dry-run',
} as const satisfies Partial<Record<OperationName, string>>;

export type UpgradeOperation = keyof typeof UPGRADE_PATHS;

/** The route of an operation, as the gateway names it in its events. */
export function routeKeyOf(operation: UpgradeOperation): string {
  return `POST ${UPGRADE_PATHS[operation]}`;
}
