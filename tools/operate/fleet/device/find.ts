import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { FleetError } from '../fleet-error.ts';
import type { Item } from '../stage/scan.ts';
import type { Stage } from '../stage/stage.ts';

/** The record of a device. Throws a FleetError when it is not registered. */
export async function findDevice({ documents, tables }: Stage, sn: string): Promise<Item> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: tables.devices, Key: { sn }, ConsistentRead: true }),
  );
  if (Item === undefined) throw new FleetError(`There is no device ${sn}`);
  return Item;
}
