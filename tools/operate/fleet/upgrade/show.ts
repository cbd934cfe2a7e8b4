import { epochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import { detailLines } from '../output/details.ts';
import type { Printer } from '../output/printer.ts';
import type { Stage } from '../stage/stage.ts';
import { findUpgrade } from './find.ts';
import { viewOf } from './record.ts';

/** Shows the upgrade that is on record for a device. Throws a FleetError when there is none. */
export async function showUpgrade(stage: Stage, printer: Printer, sn: string): Promise<void> {
  const upgrade = viewOf(await findUpgrade(stage, sn), epochSeconds(new Date()));
  printer.print(upgrade, detailLines(upgrade));
}
