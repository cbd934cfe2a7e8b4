import { API_STATUS, type VerdictName } from '../../../../functions/domain/api-status.ts';
import { epochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import { isLive, type HeldUpgrade } from '../../../../functions/domain/upgrade.ts';
import { answerHeld } from '../../../../functions/upgrade/start/held.ts';
import { judge, type Ruling } from '../../../../functions/upgrade/start/judge.ts';
import { devicesIn } from '../../../../functions/store/devices.ts';
import { firmwaresIn } from '../../../../functions/store/firmwares.ts';
import { upgradesIn } from '../../../../functions/store/upgrades.ts';
import { FleetError } from '../fleet-error.ts';
import type { Printer } from '../output/printer.ts';
import type { Stage } from '../stage/stage.ts';
import type { Order } from './order.ts';
import { reportVerdicts } from './report-verdicts.ts';

/** More than reading the largest batch takes. */
const PATIENCE_MS = 30_000;

/**
 * Prints what each device would be told now, by the rules of the operation itself and by reading alone. Throws a
 * FleetError unless all would have their upgrade. The session and the limits of a request are not looked at.
 */
export async function rehearse({ tables, client }: Stage, printer: Printer, order: Order): Promise<void> {
  const request = { sns: [...new Set(order.sns)], firmwareId: order.firmwareId };
  const [firmware, devices, held] = await Promise.all([
    firmwaresIn(tables.firmwares, client).find(request.firmwareId),
    devicesIn(tables.devices, client).findMany(request.sns),
    upgradesIn(tables.upgrades, client).findMany(request.sns, AbortSignal.timeout(PATIENCE_MS)),
  ]);
  const judgement = judge(request, firmware, devices);
  if ('refusal' in judgement) {
    const { refusal } = judgement;
    throw new FleetError(`The API would refuse with ${String(API_STATUS[refusal].code)} ${refusal}`);
  }
  const verdicts = [...judgement.rulings].map(([sn, ruling]) => {
    const verdict = verdictOn(ruling, held.get(sn), request.firmwareId);
    return { sn, result: API_STATUS[verdict].code };
  });
  printer.note('Dry run: nothing is started. The API would say:');
  reportVerdicts(printer, verdicts, 'would not be started');
}

function verdictOn(ruling: Ruling, held: HeldUpgrade | undefined, firmwareId: number): VerdictName {
  if (ruling !== 'CLAIM' && ruling !== 'LOOK') return ruling;
  if (held !== undefined && isLive(held, epochSeconds(new Date()))) return answerHeld(held, firmwareId);
  return ruling === 'CLAIM' ? 'SUCCESS' : 'DEVICE_LOST';
}
