/** Makes the load, in a process of its own so that its memory is not measured: `node load.ts URL REQUESTS_A_SECOND`. */
import { setInterval } from 'node:timers';
import { UPGRADE_PATHS, type UpgradeOperation } from '../../../functions/upgrade/routes.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import type { LoadReport } from './run-soak.ts';

interface LoadRequest {
  readonly path: string;
  readonly init: RequestInit;
  /** Expected HTTP status. */
  readonly status: number;
}

interface Caller {
  readonly sid: string;
  readonly uid: string;
}

const LIST_PATH = '/V1.0/stream/getStreamServersList';
const REPORT_MS = 1_000;

const order = (firmwareId: number, sn: readonly string[] = DEMO.batch) =>
  JSON.stringify({ sn, 'firmware-id': firmwareId });

/**
 * One of everything: lists; upgrades that start, repeat or are busy; refusals at each step; status, dry run and cancel.
 * Some are about a device that is never started, as a repeat on devices under way is not refused.
 */
const MIX: readonly LoadRequest[] = [
  { path: LIST_PATH, init: {}, status: 200 },
  { path: `/devices/${DEMO.batch[0]}${LIST_PATH}`, init: { headers: { cookie: cookie(DEMO.user) } }, status: 200 },
  { path: `/devices/${DEMO.batch[1]}${LIST_PATH}`, init: {}, status: 401 },
  upgrade(order(DEMO.firmwareId), DEMO.admin, 200),
  upgrade(order(DEMO.otherFirmwareId), DEMO.admin, 200),
  upgrade(order(DEMO.firmwareId), DEMO.user, 403),
  upgrade(order(DEMO.firmwareId), DEMO.expired, 401),
  upgrade(order(DEMO.withdrawnFirmwareId, [DEMO.spareDevice]), DEMO.admin, 409),
  upgrade('{"sn":', DEMO.admin, 400),
  upgrade(JSON.stringify({ sn: ['x'.repeat(300_000)], 'firmware-id': 21 }), DEMO.admin, 413),
  upgrade(order(DEMO.firmwareId), DEMO.admin, 200, 'upgrade-status'),
  upgrade(order(DEMO.firmwareId, [DEMO.spareDevice]), DEMO.admin, 200, 'dry-run-upgrade'),
  upgrade(order(DEMO.firmwareId, [DEMO.spareDevice]), DEMO.admin, 200, 'cancel-upgrade'),
];

function upgrade(
  body: string,
  caller: Caller,
  status: number,
  operation: UpgradeOperation = 'start-upgrade',
): LoadRequest {
  const headers = { 'content-type': 'application/json', cookie: cookie(caller) };
  return { path: UPGRADE_PATHS[operation], init: { method: 'POST', headers, body }, status };
}

function cookie({ sid, uid }: Caller): string {
  return `cloud-sid=${sid}; cloud-uid=${uid}`;
}

const [url = '', rate = '1'] = process.argv.slice(2);

let latencies: number[] = [];
let failed: string[] = [];
let made = 0;

// At a steady rate, not one after another: a stage that slows down must not get less load.
setInterval(
  () => {
    const next = MIX[made % MIX.length];
    made += 1;
    if (next !== undefined) void ask(next);
  },
  1_000 / Number(rate),
);

setInterval(() => {
  const report: LoadReport = { latencies, failed };
  process.send?.(report);
  [latencies, failed] = [[], []];
}, REPORT_MS);

process.on('disconnect', () => process.exit());

async function ask({ path, init, status }: LoadRequest): Promise<void> {
  const begun = performance.now();
  try {
    const response = await fetch(`${url}${path}`, init);
    await response.arrayBuffer();
    latencies.push(performance.now() - begun);
    if (response.status !== status) failed.push(`${path}: ${String(response.status)} instead of ${String(status)}`);
  } catch (error) {
    failed.push(`${path}: ${String(error)}`);
  }
}
