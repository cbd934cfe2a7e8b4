import type { LogCode } from '../functions/log/log.ts';

const FROM_WHERE = ['message.sourceIp', 'message.gatewayRequestId'];

/** Comes last: what follows it sees no other lines. */
const MOST_LINES = 'limit 10000';

/** Logs Insights queries, one for each question of an audit; docs/operations.md tells which. */
export const AUDIT_QUERIES = {
  'who-started': about('UPGRADE_STARTED', 'requestedBy', 'requestKey', 'sn', 'firmwareId', 'upgradeId'),
  'who-started-totals': steps(
    linesOf('UPGRADE_STARTED'),
    'stats count(*) as upgrades by message.requestedBy, message.firmwareId',
    'sort upgrades desc',
    MOST_LINES,
  ),
  'who-cancelled': about('UPGRADE_CANCELLED', 'cancelledBy', 'sn', 'firmwareId', 'upgradeId'),
  'who-changed-a-roll-out': about('ROLLOUT_CHANGED', 'changedBy', 'operation', 'rolloutId'),
  'who-was-denied': about('ACCESS_DENIED', 'userName', 'session', 'operation', 'reason'),
} as const;

function about(code: LogCode, ...fields: readonly string[]): string {
  const shown = ['@timestamp', ...fields.map((field) => `message.${field}`), ...FROM_WHERE];
  return steps(`fields ${shown.join(', ')}`, linesOf(code), 'sort @timestamp desc', MOST_LINES);
}

function linesOf(code: LogCode): string {
  return `filter message.code = "${code}"`;
}

function steps(...commands: readonly string[]): string {
  return commands.join('\n| ');
}
