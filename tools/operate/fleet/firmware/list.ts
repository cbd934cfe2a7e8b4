import type { Printer } from '../output/printer.ts';
import { scalarsOf } from '../output/scalars.ts';
import { headingLine, recordLine, type Column } from '../output/table.ts';
import { scan, type Item } from '../stage/scan.ts';
import type { Stage } from '../stage/stage.ts';

const COLUMNS: readonly Column[] = [
  { title: 'ID', attribute: 'firmwareId', width: 6 },
  { title: 'STATE', attribute: 'state', width: 9 },
  { title: 'FAMILY', attribute: 'familyId', width: 6 },
  { title: 'MODEL', attribute: 'modelId', width: 5 },
  { title: 'HARDWARE', attribute: 'hardwareVersion', width: 8 },
  { title: 'VERSION', attribute: 'version', width: 10 },
  { title: 'BYTES', attribute: 'sizeBytes', width: 12 },
  { title: 'LOCATION', attribute: 'location', width: 0 },
];

const ATTRIBUTES = [...COLUMNS.map(({ attribute }) => attribute), 'sha256'];

/** Lists all firmwares by their ids. They are few, unlike devices, so that they can be held and sorted. */
export async function listFirmwares(stage: Stage, printer: Printer): Promise<void> {
  const items: Item[] = [];
  for await (const item of scan(stage, { table: 'firmwares', attributes: ATTRIBUTES })) items.push(item);
  printer.heading(headingLine(COLUMNS));
  for (const item of items.toSorted((one, other) => Number(one['firmwareId']) - Number(other['firmwareId']))) {
    const firmware = scalarsOf(item, ATTRIBUTES);
    printer.print(firmware, recordLine(COLUMNS, firmware));
  }
}
