import { styleText } from 'node:util';
import { FleetError } from '../fleet-error.ts';
import { plain } from '../output/plain.ts';
import type { Printer } from '../output/printer.ts';
import { isStarted, nameOf } from './codes.ts';

/** What one device was told, or would be. */
export interface Verdict {
  readonly sn: string;
  readonly result: number;
}

/** Prints what each device was told. Throws a FleetError when a device has no upgrade of the kind that was asked for. */
export function reportVerdicts(printer: Printer, verdicts: readonly Verdict[], missing: string): void {
  for (const { sn, result } of verdicts) {
    const name = nameOf(result);
    const coloured = styleText(isStarted(result) ? 'green' : 'red', `${String(result).padStart(2)} ${name}`);
    printer.print({ sn, result, name }, `${plain(sn).padEnd(20)}  ${coloured}`);
  }
  const refused = verdicts.filter(({ result }) => !isStarted(result)).length;
  if (refused > 0) throw new FleetError(`${String(refused)} of ${String(verdicts.length)} devices ${missing}`);
}
