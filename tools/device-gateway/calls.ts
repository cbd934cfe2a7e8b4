import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { LIVE_STATES } from '../../functions/domain/upgrade.ts';
import { TableKeys } from '../../functions/store/keys.ts';
import { End, Progress, type ReportedUpgrade } from './reports.ts';

/**
 * The call that reports progress: requested or running → running, with the lease renewed. Throws when the percentage or
 * the lease is invalid.
 */
export function progressCall(table: string, upgrade: ReportedUpgrade, progress: Progress): UpdateCommandInput {
  const { percent, leaseEndsAt } = v.parse(Progress, progress);
  return {
    UpdateExpression: 'SET #state = :running, #progress = :progress, #leaseEndsAt = :leaseEndsAt',
    // The ended states are not among these: a report that arrives after the end does not bring an upgrade back.
    ...onlyOf(table, upgrade, LIVE_STATES, ['progress', 'leaseEndsAt'], {
      ':progress': percent,
      ':leaseEndsAt': leaseEndsAt,
    }),
    ReturnValues: 'NONE',
  };
}

/** The call that reports the end: requested or running → succeeded or failed. Throws when a failure has no reason. */
export function endCall(table: string, upgrade: ReportedUpgrade, end: End): UpdateCommandInput {
  const report = v.parse(End, end);
  return report.state === 'succeeded' ? successCall(table, upgrade) : failureCall(table, upgrade, report.reason);
}

function successCall(table: string, upgrade: ReportedUpgrade): UpdateCommandInput {
  return {
    UpdateExpression: 'SET #state = :succeeded, #progress = :complete',
    // The same end is among the states: a repeated report is accepted and changes nothing. The other end is not.
    ...onlyOf(table, upgrade, [...LIVE_STATES, 'succeeded'], ['progress'], { ':complete': 100 }),
    // The previous state tells a repeat from the first report.
    ReturnValues: 'UPDATED_OLD',
  };
}

function failureCall(table: string, upgrade: ReportedUpgrade, reason: string): UpdateCommandInput {
  return {
    // The first reason stays, so that a repeated report changes nothing even with different words.
    UpdateExpression: 'SET #state = :failed, #reason = if_not_exists(#reason, :reason)',
    ...onlyOf(table, upgrade, [...LIVE_STATES, 'failed'], ['reason'], { ':reason': reason }),
    ReturnValues: 'UPDATED_OLD',
  };
}

/**
 * The part that all calls share: which record, and on which condition.
 *
 * The id is that of the report. A device without a record, or with a newer upgrade, does not have it: a late report
 * neither creates a record nor touches the newer one. The lease is left out on purpose: if it has expired and nobody
 * has claimed the device since, the record still belongs to this upgrade, and its outcome is worth knowing.
 */
function onlyOf(
  table: string,
  { sn, upgradeId }: ReportedUpgrade,
  states: readonly string[],
  attributes: readonly string[],
  values: Readonly<Record<string, unknown>>,
) {
  const stateValues = Object.fromEntries(states.map((state) => [`:${state}`, state]));
  return {
    TableName: table,
    Key: { [TableKeys.upgrades]: sn },
    ConditionExpression: `#upgradeId = :upgradeId AND #state IN (${Object.keys(stateValues).join(', ')})`,
    ExpressionAttributeNames: Object.fromEntries(
      ['upgradeId', 'state', ...attributes].map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: { ':upgradeId': upgradeId, ...stateValues, ...values },
  };
}
