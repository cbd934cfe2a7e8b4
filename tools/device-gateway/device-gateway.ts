import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { endCall, progressCall } from './calls.ts';
import type { End, Progress, ReportedUpgrade } from './reports.ts';

/**
 * The outcome of a report: it is on record; it was before, and nothing changed; or it came too late, as the upgrade
 * ended otherwise or was replaced by a newer one, and there is nothing left to report on it.
 */
type Outcome = 'recorded' | 'repeated' | 'stale';

/** The reports of a device gateway. They reject when the database does not answer: then report again. */
export interface DeviceGateway {
  reportProgress(upgrade: ReportedUpgrade, progress: Progress): Promise<Outcome>;
  reportEnd(upgrade: ReportedUpgrade, end: End): Promise<Outcome>;
}

/** Reports on the upgrades in this table, with the calls that docs/data-contract.md defines. */
export function deviceGatewayOn(table: string, client: DynamoDBDocumentClient): DeviceGateway {
  return {
    reportProgress: async (upgrade, progress) => (await send(client, progressCall(table, upgrade, progress))).outcome,
    async reportEnd(upgrade, end) {
      const { outcome, stateBefore } = await send(client, endCall(table, upgrade, end));
      return stateBefore === end.state ? 'repeated' : outcome;
    },
  };
}

/** A failed condition is a normal outcome, since reports do come late; anything else is for the caller. */
async function send(
  client: DynamoDBDocumentClient,
  call: UpdateCommandInput,
): Promise<{ outcome: Outcome; stateBefore?: unknown }> {
  try {
    const { Attributes } = await client.send(new UpdateCommand(call));
    return { outcome: 'recorded', stateBefore: Attributes?.['state'] };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return { outcome: 'stale' };
    throw error;
  }
}
