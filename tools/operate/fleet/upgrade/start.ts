import { API_STATUS } from '../../../../functions/domain/api-status.ts';
import { FleetError } from '../fleet-error.ts';
import type { Printer } from '../output/printer.ts';
import type { Stage } from '../stage/stage.ts';
import { askApi } from './ask-api.ts';
import { nameOf } from './codes.ts';
import type { Order } from './order.ts';
import { reportVerdicts } from './report-verdicts.ts';
import type { Session } from './session.ts';

/** Starts upgrades through the API and prints what each device was told. Throws a FleetError unless all have theirs. */
export async function start({ url }: Stage, printer: Printer, order: Order, session: Session): Promise<void> {
  const { result, details } = await askApi(url, order, session);
  if (result !== API_STATUS.SUCCESS.code) {
    throw new FleetError(`The API refused with ${String(result)} ${nameOf(result)}; nothing was started`);
  }
  reportVerdicts(printer, details, 'were not started');
}
