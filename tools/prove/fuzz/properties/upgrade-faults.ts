import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { localDynamoDB } from '../../../stage/dynamodb.ts';
import { DEVICE_SNS, POWERLESS } from '../stage/callers.ts';
import type { FuzzStage } from '../stage/fuzz-stage.ts';

/** Who asked for the upgrade on record, by serial number. */
export type Requesters = ReadonlyMap<string, string>;

/** Reads all upgrades on record. */
export async function readRequesters({ endpoint, tables }: FuzzStage): Promise<Requesters> {
  const client = localDynamoDB(endpoint);
  const found = new Map<string, string>();
  let start: ScanCommand['input']['ExclusiveStartKey'];
  do {
    const page = await client.send(
      new ScanCommand({ TableName: tables.upgrades, ConsistentRead: true, ExclusiveStartKey: start }),
    );
    for (const { sn, requestedBy } of page.Items ?? []) found.set(sn?.S ?? '', requestedBy?.S ?? '');
    start = page.LastEvaluatedKey;
  } while (start);
  client.destroy();
  return found;
}

/**
 * Upgrades that a run has put on record and should not have: of somebody without the right, or of a device of the
 * fuzzer that no answer said was started.
 */
export function upgradeFaults(before: Requesters, after: Requesters, started: ReadonlySet<string>): readonly string[] {
  const fresh = [...after].filter(([sn]) => !before.has(sn));
  const powerless = fresh.filter(([, requester]) => POWERLESS.includes(requester));
  const untold = fresh.filter(([sn]) => DEVICE_SNS.includes(sn) && !started.has(sn));
  return [
    ...powerless.map(([sn, requester]) => `${sn}: ${requester} started an upgrade without the right to`),
    ...untold.map(([sn]) => `${sn}: an upgrade is on record that no answer told of`),
  ];
}
