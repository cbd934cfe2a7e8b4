import { API_STATUS } from '../../../../functions/domain/api-status.ts';
import { epochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import { judge } from '../../../../functions/upgrade/start/judge.ts';
import { devicesIn } from '../../../../functions/store/devices.ts';
import { firmwaresIn } from '../../../../functions/store/firmwares.ts';
import { upgradesIn } from '../../../../functions/store/upgrades.ts';
import { CommandError } from '../../../command-line.ts';
import type { Printer } from '../output/printer.ts';
import type { Stage } from '../stage/stage.ts';
import { reportResults, type Order } from './start.ts';

/** More than reading the largest batch takes. */
const TIMEOUT_MS = 30_000;

/**
 * Prints the result that each device would have now, by the operation's own rules and by reading alone. The session and
 * the limits of a request are not checked.
 * @throws CommandError unless all would have their upgrade
 */
export async function dryRunUpgrades({ tables, client }: Stage, printer: Printer, order: Order): Promise<void> {
  const request = { sns: [...new Set(order.sns)], firmwareId: order.firmwareId };
  const [firmware, devices, current] = await Promise.all([
    firmwaresIn(tables.firmwares, client).find(request.firmwareId),
    devicesIn(tables.devices, client).findMany(request.sns),
    upgradesIn(tables.upgrades, client).findMany(request.sns, AbortSignal.timeout(TIMEOUT_MS)),
  ]);
  const judgement = judge({ request, firmware, devices, current, now: epochSeconds(new Date()) });
  if ('refusal' in judgement) {
    const { refusal } = judgement;
    throw new CommandError(`The API would refuse with ${String(API_STATUS[refusal].code)} ${refusal}`);
  }
  const results = [...judgement.decisions].map(([sn, decision]) => {
    return { sn, result: API_STATUS[decision === 'CLAIM' ? 'SUCCESS' : decision].code };
  });
  printer.note('Dry run: nothing is started. The API would answer:');
  reportResults(printer, results, 'would not be started');
}
