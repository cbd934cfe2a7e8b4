import { deviceGatewayOn } from '../../../stage/device-gateway/device-gateway.ts';
import type { End } from '../../../stage/device-gateway/reports.ts';
import { FleetError } from '../fleet-error.ts';
import type { Printer } from '../output/printer.ts';
import type { Stage } from '../stage/stage.ts';
import { findUpgrade } from './find.ts';

/**
 * Ends the upgrade that is on record for a device, by the device gateway's own call: it speaks of that very upgrade, so
 * that one which was claimed in between is left alone. Throws a FleetError when it ended otherwise before.
 */
export async function endUpgrade(stage: Stage, printer: Printer, sn: string, end: End): Promise<void> {
  const { upgradeId } = await findUpgrade(stage, sn);
  if (typeof upgradeId !== 'string') throw new FleetError(`The record of ${sn} is not one that start-upgrade wrote`);
  const outcome = await deviceGatewayOn(stage.tables.upgrades, stage.documents).reportEnd({ sn, upgradeId }, end);
  if (outcome === 'stale') {
    throw new FleetError(
      `The upgrade of ${sn} has ended otherwise, or has a newer one in its place; nothing was changed`,
    );
  }
  const already = outcome === 'repeated' ? ' That was on record before.' : '';
  printer.print({ sn, upgradeId, state: end.state, outcome }, `The upgrade of ${sn} has ${end.state}.${already}`);
}
