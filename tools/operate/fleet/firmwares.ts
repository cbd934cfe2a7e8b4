import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FirmwareItem } from '../../../functions/store/items/firmware.ts';
import { CommandError, wholeNumber } from '../../command-line.ts';
import { piecesOf } from './files.ts';
import { deviceVersion, fileUri, firmwareVersion } from './option-values.ts';
import { detailLines, type Columns } from './output.ts';
import { step, type CommandContext, type Tool } from './program.ts';
import { conditionally, find, scan, setting } from './stage/stage.ts';

export function addFirmwareCommands({ program, onStage, changeStage, changeInSteps }: Tool): void {
  const firmware = program.command('firmware').description('firmwares: what may be installed on which product');

  firmware
    .command('add')
    .description('makes a firmware available, with the size and the SHA-256 of a local copy of its file')
    .argument('<file>', 'the local copy; it is read, and sent nowhere')
    .requiredOption('--id <number>', 'a new firmware id', wholeNumber(1))
    .requiredOption('--family <number>', 'product family', wholeNumber(0))
    .requiredOption('--model <number>', 'product model', wholeNumber(0))
    .requiredOption('--hardware <version>', 'hardware version', deviceVersion)
    .requiredOption('--version <version>', 'version of the firmware', firmwareVersion)
    .requiredOption('--location <uri>', 'where devices get the file, which must be there already', fileUri)
    .action((file, { id, family, model, hardware, version, location }) => {
      const product = { familyId: family, modelId: model, hardwareVersion: hardware };
      return changeInSteps(addFirmware, file, { firmwareId: id, ...product, version, location });
    });

  const states = [
    ['withdraw', 'withdrawn', 'withdraws a firmware: no new upgrade to it starts; those under way continue'],
    ['restore', 'available', 'makes a withdrawn firmware available again'],
  ] as const;
  for (const [name, state, description] of states) {
    const command = firmware.command(name).description(description).argument('<id>', 'the firmware id', wholeNumber(1));
    command.action((id) => changeStage(setState, id, state));
  }

  firmware
    .command('list')
    .description('lists all firmwares by their ids')
    .action(() => onStage(listFirmwares));
}

type Description = Omit<FirmwareItem, 'state' | 'sizeBytes' | 'sha256'>;

/**
 * Makes a firmware available.
 * @throws CommandError when its id is taken, since upgrades on record refer to that firmware, or its file is unusable
 */
async function addFirmware(context: CommandContext, file: string, description: Description): Promise<void> {
  const { documents, tables, printer, ending } = context;
  const Item = { ...description, state: 'available', ...(await measure(context, file)) } satisfies FirmwareItem;
  const ConditionExpression = 'attribute_not_exists(firmwareId)';
  const put = new PutCommand({ TableName: tables.firmwares, Item, ConditionExpression });
  const refusal = `Firmware ${String(Item.firmwareId)} exists already: a new one needs an id of its own`;
  const isDone = async () => isDeepStrictEqual(await find(context, 'firmwares', Item.firmwareId), Item);
  await step(ending, () => conditionally(documents.send(put), refusal, isDone));
  printer.print(Item, ...detailLines(Item));
}

async function measure(context: CommandContext, path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const sha256 = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of piecesOf(context, path)) {
    sha256.update(piece);
    sizeBytes += piece.length;
  }
  if (sizeBytes === 0) throw new CommandError(`The file is empty: ${path}`);
  return { sizeBytes, sha256: sha256.digest('hex') };
}

/**
 * Withdraws a firmware, or makes a withdrawn one available again. Can be repeated.
 * @throws CommandError when there is none with that id, or it is still being uploaded: withdrawn and restored, it would be
 * available without its file
 */
async function setState(
  { documents, tables, printer }: CommandContext,
  firmwareId: number,
  state: 'available' | 'withdrawn',
): Promise<void> {
  const before = state === 'available' ? 'withdrawn' : 'available';
  const { ExpressionAttributeValues, ...update } = setting({ state });
  const command = new UpdateCommand({
    TableName: tables.firmwares,
    Key: { firmwareId },
    ...update,
    // Only from one to the other, or again; a missing record is not created.
    ConditionExpression: '#state IN (:state, :before)',
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':before': before },
  });
  const missing = `There is no ${before} firmware ${String(firmwareId)}`;
  await conditionally(documents.send(command), missing);
  printer.print({ firmwareId, state }, `Firmware ${String(firmwareId)} is ${state}.`);
}

const PRODUCT = { familyId: 1, modelId: 1, hardwareVersion: 1 };
const COLUMNS: Columns = { firmwareId: 1, state: 9, ...PRODUCT, version: 10, sizeBytes: 12, location: 1 };

/** Lists all firmwares by their ids: unlike devices, they are few enough to be held and sorted. */
async function listFirmwares(context: CommandContext): Promise<void> {
  const attributes = [...Object.keys(COLUMNS), 'sha256'];
  const firmwares = await Array.fromAsync(scan(context, { table: 'firmwares', attributes }));
  const byId = firmwares.sort((one, other) => Number(one['firmwareId']) - Number(other['firmwareId']));
  await context.printer.list(COLUMNS, byId);
}
