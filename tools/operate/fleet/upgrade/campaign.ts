import { codeName, type StreamFleetClient, type StreamFleetError } from '../../../../client/src/index.ts';
import { devicesIn } from '../../../../functions/store/devices.ts';
import { CommandError } from '../../../command-line.ts';
import { messageOf } from '../errors.ts';
import type { Printer } from '../output.ts';
import type { CommandContext } from '../program.ts';
import type { Stage } from '../stage/stage.ts';
import { batchSizer, detailsOf } from './api.ts';
import type { Devices } from './selection.ts';

/** What the API is asked to do for some devices and a firmware. */
export interface Order extends Devices {
  readonly call: 'startUpgrade' | 'dryRun' | 'cancelUpgrade';
  readonly firmwareId: number;
  /** Whether to print each device; otherwise only those that were refused, and totals. */
  readonly printsEach: boolean;
}

/** What to say about devices that did not get what was asked for, and when none did. */
const WORDS = {
  startUpgrade: { refused: 'were not started', nothingDone: '; nothing was started' },
  dryRun: { refused: 'would not be started', nothingDone: '' },
  cancelUpgrade: { refused: 'were not cancelled', nothingDone: '; nothing was cancelled' },
} as const;

/**
 * Asks the API for any number of devices, in batches of one product as large as the stage accepts. Asking again is safe
 * and resumes what was interrupted: devices already started are answered with 1.
 * @throws CommandError unless all get what was asked for
 */
export async function runOrder(context: CommandContext, api: StreamFleetClient, order: Order): Promise<void> {
  const { call, sns, firmwareId, printsEach } = order;
  const { printer } = context;
  const totals = new Map<number, number>();
  const inBatches = batchSizer();
  let done = 0;
  if (call === 'dryRun') printer.note('Dry run: nothing is started. The API would answer:');
  try {
    for (const product of await productsIn(context, sns)) {
      const ask = (batch: readonly string[]) => api[call]({ sn: [...batch], 'firmware-id': firmwareId });
      for await (const details of detailsOf(inBatches, product, ask)) {
        for (const { sn, result } of details) printResult(printer, sn, result, printsEach);
        for (const { result } of details) totals.set(result, (totals.get(result) ?? 0) + 1);
        done += details.length;
        if (!printsEach) printer.progress(`${String(done)} of ${String(sns.length)} devices`);
      }
    }
  } catch (error) {
    throw new CommandError(messageOf(error) + extentOf(error, done, order), { cause: error });
  }
  conclude(printer, totals, order);
}

/** Ten parallel calls. */
const READ_AT_ONCE = 1_000;

/** The devices of each product, since a batch must have only one. Unknown ones form a group, for the API to say so. */
async function productsIn({ tables, client }: Stage, sns: readonly string[]): Promise<readonly (readonly string[])[]> {
  const products = new Map<string, string>();
  for (let at = 0; at < sns.length; at += READ_AT_ONCE) {
    const devices = await devicesIn(tables.devices, client).findMany(sns.slice(at, at + READ_AT_ONCE));
    for (const [sn, { familyId, modelId, hardwareVersion }] of devices)
      products.set(sn, JSON.stringify([familyId, modelId, hardwareVersion]));
  }
  return [...Map.groupBy(sns, (sn) => products.get(sn)).values()];
}

function printResult(printer: Printer, sn: string, result: number, printsEach: boolean): void {
  const name = codeName(result);
  const code = { style: isGiven(result) ? 'green' : 'red', text: `${String(result).padStart(2)} ${name}` } as const;
  const lines = printsEach || !isGiven(result) ? [[`${sn.padEnd(20)}  `, code]] : [];
  printer.print({ sn, result, name }, ...lines);
}

/** Whether a device with this code has what was asked for, by this request or an earlier one. */
function isGiven(code: number): boolean {
  return ['SUCCESS', 'REPEAT'].includes(codeName(code));
}

/** What was done before a failure, and how to continue. */
function extentOf(error: unknown, done: number, { call, sns }: Order): string {
  const again = 'run the command again, which is safe';
  if (done > 0) return `; ${String(done)} of ${String(sns.length)} devices were asked for before: ${again}`;
  return isInDoubt(error) ? `; ${again}` : WORDS[call].nothingDone;
}

function isInDoubt(error: unknown): boolean {
  const { mayHaveStarted, mayHaveCancelled }: Partial<StreamFleetError> = error instanceof Error ? error : {};
  return mayHaveStarted === true || mayHaveCancelled === true;
}

function conclude(
  printer: Printer,
  totals: ReadonlyMap<number, number>,
  { call, sns, leftOut, printsEach }: Order,
): void {
  const counts = [...totals].sort(([one], [other]) => one - other);
  const words = counts.map(([code, count]) => `${String(count)} ${codeName(code)}`);
  if (leftOut > 0) words.push(`${String(leftOut)} left out`);
  const all = String(sns.length + leftOut);
  if (!printsEach) printer.note(`${all} devices: ${words.join(', ')}`);
  const refused = counts.reduce((sum, [code, count]) => (isGiven(code) ? sum : sum + count), leftOut);
  if (refused > 0)
    throw new CommandError(
      `${String(refused)} of ${all} devices ${WORDS[call].refused}: see "Result codes" in docs/api.md`,
    );
}
