import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { FleetError } from '../fleet-error.ts';
import type { Item } from '../stage/scan.ts';
import type { Stage } from '../stage/stage.ts';

/** The upgrade that is on record for a device. Throws a FleetError when there is none. */
export async function findUpgrade({ documents, tables }: Stage, sn: string): Promise<Item> {
  const command = new GetCommand({ TableName: tables.upgrades, Key: { sn }, ConsistentRead: true });
  const { Item } = await documents.send(command);
  if (Item === undefined) throw new FleetError(`There is no upgrade of ${sn} on record`);
  return Item;
}
