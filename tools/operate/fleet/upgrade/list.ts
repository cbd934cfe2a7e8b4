import { epochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import type { UpgradeState } from '../../../../functions/domain/upgrade.ts';
import type { Printer } from '../output/printer.ts';
import { headingLine, recordLine, type Column } from '../output/table.ts';
import { scan } from '../stage/scan.ts';
import type { Stage } from '../stage/stage.ts';
import { SHOWN, viewOf } from './record.ts';

const COLUMNS: readonly Column[] = [
  { title: 'SN', attribute: 'sn', width: 20 },
  { title: 'FIRMWARE', attribute: 'firmwareId', width: 8 },
  { title: 'STATE', attribute: 'state', width: 9 },
  { title: '%', attribute: 'progress', width: 3 },
  { title: 'HOLDS', attribute: 'holdsDevice', width: 5 },
  { title: 'STUCK', attribute: 'stuck', width: 5 },
  { title: 'REQUESTED', attribute: 'requestedAt', width: 24 },
  { title: 'LEASE', attribute: 'leaseEndsAt', width: 24 },
  { title: 'REASON', attribute: 'reason', width: 0 },
];

interface Wanted {
  readonly state: UpgradeState | undefined;
  readonly stuck: boolean;
}

/** Lists the upgrades on record that are wanted. */
export async function listUpgrades(stage: Stage, printer: Printer, { state, stuck }: Wanted): Promise<void> {
  const where = state && { attribute: 'state', value: state };
  const now = epochSeconds(new Date());
  printer.heading(headingLine(COLUMNS));
  for await (const item of scan(stage, { table: 'upgrades', attributes: SHOWN, where })) {
    const upgrade = viewOf(item, now);
    if (stuck && !upgrade.stuck) continue;
    printer.print(upgrade, recordLine(COLUMNS, upgrade));
  }
}
