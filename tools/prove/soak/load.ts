/** Makes the load, in a process of its own so that its memory is not measured: `node load.ts URL REQUESTS_A_SECOND SECONDS`. */
import { setInterval } from 'node:timers/promises';
import type { UpgradeOperation } from '../../../functions/domain/operations.ts';
import { list, listOf, upgrade, upgradeBody, type ApiRequest } from '../../contract/requests.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';

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

const [url = '', rate = '1', seconds = '1'] = process.argv.slice(2);
const total = Number(rate) * Number(seconds);
const answers: Promise<string | undefined>[] = [];

process.on('disconnect', () => process.exit());

// At a steady rate, not one after another: a stage that slows down must not get less load.
const ticks = setInterval(1_000 / Number(rate));
for (let made = 0; made < total; made += 1) {
  await ticks.next();
  const next = MIX[made % MIX.length];
  if (next !== undefined) answers.push(failureOf(...next));
}

const failures = (await Promise.all(answers)).filter((failure) => failure !== undefined);
console.log(`${String(total)} requests, ${String(failures.length)} failed`);
for (const failure of [...new Set(failures)].slice(0, 5)) console.log(`  ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

/** What is wrong with the answer to a request, if anything. */
async function failureOf(request: ApiRequest, expected: number) {
  const { method, path, headers, body = null } = request;
  try {
    const response = await fetch(`${url}${path}`, { method, headers, body });
    await response.arrayBuffer();
    if (response.status === expected) return undefined;
    return `${path}: ${String(response.status)} instead of ${String(expected)}`;
  } catch (error) {
    return `${path}: ${String(error)}`;
  }
}
