import { createHash } from 'node:crypto';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FirmwareItem } from '../../../functions/store/items/firmware.ts';
import { CommandError, wholeNumber } from '../../command-line.ts';
import { piecesOf } from './files.ts';
import { fileUri, firmwareVersion, someText } from './option-values.ts';
import type { Printer } from './output/printer.ts';
import { detailLines, scalarsOf, type Columns, type Row } from './output/records.ts';
import { onStage, type Program } from './program.ts';
import { conditionally } from './stage/conditionally.ts';
import { scan } from './stage/items.ts';
import type { Stage } from './stage/stage.ts';

/** Adds the commands for firmwares: what may be installed on which product. */
export function addFirmwareCommands(program: Program): void {
  const firmware = program.command('firmware').description('firmwares: what may be installed on which product');

  firmware
    .command('add')
    .description('makes a firmware available, with the size and the SHA-256 of a local copy of its file')
    .argument('<file>', 'the local copy; it is read, and sent nowhere')
    .requiredOption('--id <number>', 'a new firmware id', wholeNumber(1))
    .requiredOption('--family <number>', 'product family', wholeNumber(0))
    .requiredOption('--model <number>', 'product model', wholeNumber(0))
    .requiredOption('--hardware <version>', 'hardware version', someText)
    .requiredOption('--version <version>', 'version of the firmware', firmwareVersion)
    .requiredOption('--location <uri>', 'where devices get the file, which must be there already', fileUri)
    .action((file, { id, family, model, hardware, version, location }) =>
      onStage(program, (stage, printer) => {
        const product = { familyId: family, modelId: model, hardwareVersion: hardware };
        return addFirmware(stage, printer, file, { firmwareId: id, ...product, version, location });
      }),
    );

  firmware
    .command('withdraw')
    .description('lets no new upgrade to a firmware start; those under way go on')
    .argument('<id>', 'the firmware id', wholeNumber(1))
    .action((id) => onStage(program, (stage, printer) => setState(stage, printer, id, 'withdrawn')));

  firmware
    .command('restore')
    .description('makes a withdrawn firmware available again')
    .argument('<id>', 'the firmware id', wholeNumber(1))
    .action((id) => onStage(program, (stage, printer) => setState(stage, printer, id, 'available')));

  firmware
    .command('list')
    .description('lists all firmwares by their ids')
    .action(() => onStage(program, listFirmwares));
}

type Description = Omit<FirmwareItem, 'state' | 'sizeBytes' | 'sha256'>;

/**
 * Makes a firmware available.
 * @throws CommandError when its id is taken, since upgrades on record refer to that firmware, or its file is unusable
 */
async function addFirmware(
  { documents, tables }: Stage,
  printer: Printer,
  file: string,
  description: Description,
): Promise<void> {
  const Item = { ...description, state: 'available', ...(await measure(file)) } satisfies FirmwareItem;
  const ConditionExpression = 'attribute_not_exists(firmwareId)';
  await conditionally(
    documents.send(new PutCommand({ TableName: tables.firmwares, Item, ConditionExpression })),
    `Firmware ${String(Item.firmwareId)} exists already: a new one needs an id of its own`,
  );
  printer.print(Item, detailLines(Item));
}

/** Size and SHA-256 of a file. */
async function measure(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const sha256 = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of piecesOf(path)) {
    sha256.update(piece);
    sizeBytes += piece.length;
  }
  if (sizeBytes === 0) throw new CommandError(`The file is empty: ${path}`);
  return { sizeBytes, sha256: sha256.digest('hex') };
}

/**
 * Withdraws a firmware, or makes a withdrawn one available again. Can be repeated.
 * @throws CommandError when there is none with that id, or the one to make available is still being uploaded
 */
async function setState(
  { documents, tables }: Stage,
  printer: Printer,
  firmwareId: number,
  state: 'available' | 'withdrawn',
): Promise<void> {
  const isRestore = state === 'available';
  const command = new UpdateCommand({
    TableName: tables.firmwares,
    Key: { firmwareId },
    UpdateExpression: 'SET #state = :state',
    // Without a condition, an update would create a missing record.
    ConditionExpression: isRestore ? '#state IN (:state, :withdrawn)' : 'attribute_exists(firmwareId)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': state, ...(isRestore && { ':withdrawn': 'withdrawn' }) },
  });
  const missing = `There is no ${isRestore ? 'withdrawn ' : ''}firmware ${String(firmwareId)}`;
  await conditionally(documents.send(command), missing);
  printer.print({ firmwareId, state }, `Firmware ${String(firmwareId)} is ${state}.`);
}

const PRODUCT = { familyId: 1, modelId: 1, hardwareVersion: 1 };
const COLUMNS: Columns = { firmwareId: 1, state: 9, ...PRODUCT, version: 10, sizeBytes: 12, location: 1 };

/** Lists all firmwares by their ids. */
async function listFirmwares(stage: Stage, printer: Printer): Promise<void> {
  await printer.list(COLUMNS, firmwaresById(stage));
}

/** Unlike devices, they are few enough to be held and sorted. */
async function* firmwaresById(stage: Stage): AsyncGenerator<Row, void> {
  const attributes = [...Object.keys(COLUMNS), 'sha256'];
  const items: Row[] = [];
  for await (const item of scan(stage, { table: 'firmwares', attributes })) items.push(item);
  yield* items
    .toSorted((one, other) => Number(one['firmwareId']) - Number(other['firmwareId']))
    .map((item) => scalarsOf(item, attributes));
}
