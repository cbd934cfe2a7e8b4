import type { LogCode } from '../functions/log/log.ts';

const FROM_WHERE = ['message.sourceIp', 'message.gatewayRequestId'];

/** Logs Insights queries, one for each question of an audit; docs/operations.md tells which. */
export const AUDIT_QUERIES = {
  'who-started': about('UPGRADE_STARTED', 'requestedBy', 'sn', 'firmwareId', 'upgradeId'),
  'who-cancelled': about('UPGRADE_CANCELLED', 'cancelledBy', 'sn', 'firmwareId', 'upgradeId'),
  'who-was-denied': about('ACCESS_DENIED', 'userName', 'session', 'operation', 'reason'),
} as const;

function about(code: LogCode, ...fields: readonly string[]): string {
  const shown = ['@timestamp', ...fields.map((field) => `message.${field}`), ...FROM_WHERE];
  return [`fields ${shown.join(', ')}`, `filter message.code = "${code}"`, 'sort @timestamp desc', 'limit 10000'].join(
    '\n| ',
  );
}
