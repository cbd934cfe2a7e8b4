import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FirmwareItem } from '../../../../functions/store/items.ts';
import { FleetError } from '../fleet-error.ts';
import type { Printer } from '../output/printer.ts';
import type { Stage } from '../stage/stage.ts';

/** Marks a firmware as withdrawn, whatever state it was in. Throws a FleetError when there is none of that id. */
export async function withdrawFirmware(
  { documents, tables }: Stage,
  printer: Printer,
  firmwareId: number,
): Promise<void> {
  const state: FirmwareItem['state'] = 'withdrawn';
  try {
    await documents.send(
      new UpdateCommand({
        TableName: tables.firmwares,
        Key: { firmwareId },
        UpdateExpression: 'SET #state = :state',
        // An update would make a record where there is none.
        ConditionExpression: 'attribute_exists(firmwareId)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':state': state },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    throw new FleetError(`There is no firmware ${String(firmwareId)}`);
  }
  printer.print({ firmwareId, state }, `Firmware ${String(firmwareId)} is withdrawn.`);
}
