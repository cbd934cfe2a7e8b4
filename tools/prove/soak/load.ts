/** Makes the load, in a process of its own so that its memory is not measured: `node load.ts URL REQUESTS_A_SECOND SECONDS`. */
import { setInterval } from 'node:timers/promises';
import { send } from '../../contract/run-cases.ts';
import { list, listOf, upgrade, upgradeBody, type ApiRequest } from '../../contract/requests.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';

const { batch, spareDevice, firmwareId, admin } = DEMO;
const order = upgradeBody(batch, firmwareId);
const orderOfSpare = upgradeBody(spareDevice, firmwareId);

/**
 * One of everything, with the expected HTTP status: lists; upgrades that start, repeat or are busy; refusals at each step;
 * status, dry run and cancel. Some are about a device that is never started, as a repeat on devices under way is not refused.
 */
const MIX: readonly (readonly [ApiRequest, number])[] = [
  [list('GET'), 200],
  [listOf(batch[0], DEMO.user), 200],
  [listOf(batch[1]), 401],
  [upgrade('start-upgrade', order, admin), 200],
  [upgrade('start-upgrade', upgradeBody(batch, DEMO.otherFirmwareId), admin), 200],
  [upgrade('start-upgrade', order, DEMO.user), 403],
  [upgrade('start-upgrade', order, DEMO.expired), 401],
  [upgrade('start-upgrade', upgradeBody(spareDevice, DEMO.withdrawnFirmwareId), admin), 409],
  [upgrade('start-upgrade', '{"sn":', admin), 400],
  [upgrade('start-upgrade', upgradeBody('x'.repeat(300_000), firmwareId), admin), 413],
  [upgrade('upgrade-status', order, admin), 200],
  [upgrade('dry-run-upgrade', orderOfSpare, admin), 200],
  [upgrade('cancel-upgrade', orderOfSpare, admin), 200],
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
  const answer = await send(url, request, 60);
  if (typeof answer === 'string') return `${request.path}: ${answer}`;
  return answer.status === expected
    ? undefined
    : `${request.path}: ${String(answer.status)} instead of ${String(expected)}`;
}
