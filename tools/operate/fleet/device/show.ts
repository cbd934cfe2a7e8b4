import { listStreamServers } from '../../../../functions/get-stream-servers-list/stream-servers.ts';
import { detailLines } from '../output/details.ts';
import type { Printer } from '../output/printer.ts';
import { scalarsOf } from '../output/scalars.ts';
import type { Stage } from '../stage/stage.ts';
import { findDevice } from './find.ts';
import { SHOWN } from './shown.ts';

/** Shows a device, with the types of stream servers that are configured. Throws a FleetError when it is unknown. */
export async function showDevice(stage: Stage, printer: Printer, sn: string): Promise<void> {
  const item = await findDevice(stage, sn);
  const configured = listStreamServers(item['streamServers']).filter(({ isConfigured }) => isConfigured);
  const types = configured.map(({ type }) => type);
  const device = scalarsOf(item, SHOWN);
  printer.print(
    { ...device, configuredServers: types },
    detailLines({ ...device, configuredServers: types.join(', ') || 'none' }),
  );
}
