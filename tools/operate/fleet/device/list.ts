import type { Printer } from '../output/printer.ts';
import { scalarsOf } from '../output/scalars.ts';
import { headingLine, recordLine, type Column } from '../output/table.ts';
import { scan } from '../stage/scan.ts';
import type { Stage } from '../stage/stage.ts';
import { SHOWN } from './shown.ts';

const COLUMNS: readonly Column[] = [
  { title: 'SN', attribute: 'sn', width: 20 },
  { title: 'FAMILY', attribute: 'familyId', width: 6 },
  { title: 'MODEL', attribute: 'modelId', width: 5 },
  { title: 'HARDWARE', attribute: 'hardwareVersion', width: 8 },
  { title: 'FIRMWARE', attribute: 'firmwareVersion', width: 8 },
  { title: 'ONLINE', attribute: 'online', width: 6 },
];

/** Lists all devices as they come from the table, so that a fleet of any size takes no memory. */
export async function listDevices(stage: Stage, printer: Printer): Promise<void> {
  printer.heading(headingLine(COLUMNS));
  for await (const item of scan(stage, { table: 'devices', attributes: SHOWN })) {
    const device = scalarsOf(item, SHOWN);
    printer.print(device, recordLine(COLUMNS, device));
  }
}
