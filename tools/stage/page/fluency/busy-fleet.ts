import { UPGRADE_PATHS } from '../../../../functions/upgrade/routes.ts';
import { putAll } from '../../../batch-write.ts';
import { CommandError } from '../../../command-line.ts';
import { synthesiseDev } from '../../assembly.ts';
import { DEMO } from '../../demo-data/demo.ts';
import { encoder } from '../../demo-data/items.ts';
import { devicesOfStage } from '../../simulated-devices/simulate-devices.ts';
import { startStage, type Stage } from '../../stage.ts';

const BATCH_SIZE = 250;

export interface BusyFleet {
  readonly devices: number;
  readonly upgrades: number;
  /** How long each upgrade takes. */
  readonly seconds: number;
}

/**
 * Starts a stage with so many devices, of which `upgrades` begin an upgrade at once and report its progress until the
 * scope ends.
 */
export async function startBusyFleet(
  scope: AsyncDisposableStack,
  { devices, upgrades, seconds }: BusyFleet,
): Promise<Stage> {
  const simulated = Promise.withResolvers<ReturnType<typeof devicesOfStage>>();
  const stage = await startStage(scope, {
    assembly: await synthesiseDev(scope),
    pages: true,
    onEvent: (event) => {
      void simulated.promise.then(({ onEvent }) => {
        onEvent(event);
      });
    },
  });
  const sns = Array.from({ length: devices }, (_, index) => `F${String(index).padStart(6, '0')}`);
  const items = sns.map((sn) => ({ sn, ...encoder, firmwareVersion: '2.3.0' }));
  await putAll(stage.documents, stage.tables.devices, items);
  const gateway = devicesOfStage(stage, { seed: 1, fail: 0.05, silent: 0.01, seconds }, () => undefined);
  scope.defer(() => gateway.close());
  simulated.resolve(gateway);
  for (let first = 0; first < upgrades; first += BATCH_SIZE) {
    await start(stage.url, sns.slice(first, Math.min(first + BATCH_SIZE, upgrades)));
  }
  return stage;
}

async function start(url: string, sn: readonly string[]): Promise<void> {
  const cookie = `cloud-sid=${DEMO.admin.sid}; cloud-uid=${DEMO.admin.uid}`;
  const body = JSON.stringify({ sn, 'firmware-id': DEMO.firmwareId });
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(`${url}${UPGRADE_PATHS['start-upgrade']}`, { method: 'POST', headers, body });
  if (response.status !== 200) throw new CommandError(`start-upgrade answered ${String(response.status)}`);
}
