import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { FirmwareItem } from '../../../../functions/store/items.ts';
import { FleetError } from '../fleet-error.ts';
import { detailLines } from '../output/details.ts';
import type { Printer } from '../output/printer.ts';
import type { Stage } from '../stage/stage.ts';
import { measureFile } from './measure-file.ts';

type Description = Omit<FirmwareItem, 'state' | 'sizeBytes' | 'sha256'>;

/** Makes a firmware available. Throws a FleetError when its id is taken: upgrades on record refer to that firmware. */
export async function addFirmware(
  { documents, tables }: Stage,
  printer: Printer,
  file: string,
  description: Description,
): Promise<void> {
  const item = { ...description, state: 'available', ...(await measureFile(file)) } satisfies FirmwareItem;
  try {
    await documents.send(
      new PutCommand({
        TableName: tables.firmwares,
        Item: item,
        ConditionExpression: 'attribute_not_exists(firmwareId)',
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw new FleetError(`There is a firmware ${String(item.firmwareId)} already: a new one needs an id of its own`);
  }
  printer.print(item, detailLines(item));
}
