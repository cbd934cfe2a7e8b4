/** Makes the load, in a process of its own so that its memory is not measured: `node load.ts URL REQUESTS_A_SECOND`. */
import { setInterval } from 'node:timers';
import type { UpgradeOperation } from '../../../functions/domain/operations.ts';
import type { ApiRequest } from '../../contract/requests.ts';
import { list, listOf, upgrade, upgradeBody } from '../../contract/requests.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import type { LoadReport } from './run-soak.ts';

const REPORT_MS = 1_000;

const order = (firmwareId: number, sns: readonly string[] = DEMO.batch) => upgradeBody(sns, firmwareId);
const onSpare = (operation: UpgradeOperation) =>
  upgrade(operation, order(DEMO.firmwareId, [DEMO.spareDevice]), DEMO.admin);

/**
 * One of everything, with the expected HTTP status: lists; upgrades that start, repeat or are busy; refusals at each step;
 * status, dry run and cancel. Some are about a device that is never started, as a repeat on devices under way is not refused.
 */
const MIX: readonly (readonly [ApiRequest, number])[] = [
  [list('GET'), 200],
  [listOf(DEMO.batch[0], DEMO.user), 200],
  [listOf(DEMO.batch[1]), 401],
  [upgrade('start-upgrade', order(DEMO.firmwareId), DEMO.admin), 200],
  [upgrade('start-upgrade', order(DEMO.otherFirmwareId), DEMO.admin), 200],
  [upgrade('start-upgrade', order(DEMO.firmwareId), DEMO.user), 403],
  [upgrade('start-upgrade', order(DEMO.firmwareId), DEMO.expired), 401],
  [upgrade('start-upgrade', order(DEMO.withdrawnFirmwareId, [DEMO.spareDevice]), DEMO.admin), 409],
  [upgrade('start-upgrade', '{"sn":', DEMO.admin), 400],
  [upgrade('start-upgrade', order(DEMO.firmwareId, ['x'.repeat(300_000)]), DEMO.admin), 413],
  [upgrade('upgrade-status', order(DEMO.firmwareId), DEMO.admin), 200],
  [onSpare('dry-run-upgrade'), 200],
  [onSpare('cancel-upgrade'), 200],
];

const [url = '', rate = '1'] = process.argv.slice(2);

let latencies: number[] = [];
let failed: string[] = [];
let made = 0;

// At a steady rate, not one after another: a stage that slows down must not get less load.
setInterval(
  () => {
    const next = MIX[made % MIX.length];
    made += 1;
    if (next !== undefined) void ask(...next);
  },
  1_000 / Number(rate),
);

setInterval(() => {
  const report: LoadReport = { latencies, failed };
  process.send?.(report);
  [latencies, failed] = [[], []];
}, REPORT_MS);

process.on('disconnect', () => process.exit());

async function ask(request: ApiRequest, status: number): Promise<void> {
  const { method, path, headers, body = null } = request;
  const begun = performance.now();
  try {
    const response = await fetch(`${url}${path}`, { method, headers, body });
    await response.arrayBuffer();
    latencies.push(performance.now() - begun);
    if (response.status !== status) failed.push(`${path}: ${String(response.status)} instead of ${String(status)}`);
  } catch (error) {
    failed.push(`${path}: ${String(error)}`);
  }
}
