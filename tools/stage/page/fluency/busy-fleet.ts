import * as v from 'valibot';
import { API_STATUS } from '../../../../functions/domain/api-status.ts';
import { UPGRADE_PATHS } from '../../../../functions/upgrade/routes.ts';
import { putAll } from '../../../batch-write.ts';
import { synthesiseDev } from '../../assembly.ts';
import { DEMO } from '../../demo-data/demo.ts';
import { encoder } from '../../demo-data/items.ts';
import { devicesOfStage } from '../../simulated-devices/simulate-devices.ts';
import { startStage, type Stage } from '../../stage.ts';

const SECONDS = 60;
const LARGEST_BATCH = 1_000;

/**
 * Starts a stage with so many devices, of which so many are being upgraded at any time until the scope ends: whatever has
 * ended is started again within a second.
 */
export async function startBusyFleet(
  scope: AsyncDisposableStack,
  { devices, upgrades }: { readonly devices: number; readonly upgrades: number },
): Promise<Stage> {
  const due = Array.from({ length: upgrades }, (_, index) => snOf(index));
  const simulation = { seed: 1, fail: 0.05, silent: 0, seconds: SECONDS };
  const simulated = Promise.withResolvers<ReturnType<typeof devicesOfStage>>();
  const stage = await startStage(scope, {
    assembly: await synthesiseDev(scope),
    pages: true,
    onEvent: (event) => {
      if (event.detailType === 'UpgradeFinished') due.push(String(event.detail['sn']));
      void simulated.promise.then(({ onEvent }) => {
        onEvent(event);
      });
    },
  });
  const items = Array.from({ length: devices }, (_, index) => ({
    sn: snOf(index),
    ...encoder,
    firmwareVersion: '2.3.0',
  }));
  await putAll(stage.documents, stage.tables.devices, items);
  const gateway = devicesOfStage(stage, simulation, () => undefined);
  scope.defer(() => gateway.close());
  simulated.resolve(gateway);
  const timer = setInterval(() => {
    if (due.length > 0) void start(stage.url, due.splice(0, LARGEST_BATCH)).then((left) => due.push(...left));
  }, 1_000);
  scope.defer(() => {
    clearInterval(timer);
  });
  return stage;
}

function snOf(index: number): string {
  return `F${String(index).padStart(6, '0')}`;
}

const Answer = v.object({ details: v.array(v.object({ sn: v.string(), result: v.number() })) });

/** Resolves to the devices that are to be asked for again. */
async function start(url: string, sns: readonly string[]): Promise<readonly string[]> {
  const cookie = `cloud-sid=${DEMO.admin.sid}; cloud-uid=${DEMO.admin.uid}`;
  const body = JSON.stringify({ sn: sns, 'firmware-id': DEMO.firmwareId });
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(`${url}${UPGRADE_PATHS['start-upgrade']}`, { method: 'POST', headers, body });
  if (response.status !== 200) return sns;
  const { details } = v.parse(Answer, await response.json());
  return details.filter(({ result }) => result === API_STATUS.TRY_AGAIN.code).map(({ sn }) => sn);
}
