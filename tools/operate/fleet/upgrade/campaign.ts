import { codeName, type StreamFleetClient } from '../../../../client/src/index.ts';
import { devicesIn } from '../../../../functions/store/devices.ts';
import { upgradesIn } from '../../../../functions/store/upgrades.ts';
import { CommandError } from '../../../command-line.ts';
import { isGiven, isInDoubt } from '../errors.ts';
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
  /** The key under which upgrades are started; undefined for a dry run that needs none. */
  readonly key: string | undefined;
}

/** What to say about devices that did not get what was asked for, and when none did. */
const WORDS = {
  startUpgrade: { refused: 'were not started', inDoubt: 'may have been started', none: 'nothing was started' },
  dryRun: { refused: 'would not be started', inDoubt: 'could not be judged', none: '' },
  cancelUpgrade: { refused: 'were not cancelled', inDoubt: 'may have been cancelled', none: 'nothing was cancelled' },
} as const;

/**
 * Asks the API for any number of devices, in batches of one product as large as the stage accepts.
 * @throws CommandError unless all get what was asked for
 */
export async function runOrder(context: CommandContext, api: StreamFleetClient, order: Order): Promise<void> {
  const { call, sns, firmwareId, printsEach } = order;
  const { printer, ending } = context;
  const totals: Totals = new Map();
  const inBatches = batchSizer();
  const course = { done: 0, begun: 0 };
  ending.tellFailure((error) => extentOf(order, course, totals, error?.cause));
  if (call === 'dryRun') printer.note('Dry run: nothing is started. The API would answer:');
  if (call === 'startUpgrade' && !printsEach)
    printer.note(`To resume this campaign, ${againWith(order)}; without it, a new one begins`);
  for (const product of await productsIn(context, sns)) {
    const ask = (batch: readonly string[]) =>
      ending.settle(async () => {
        course.begun = course.done + batch.length;
        const request = { sn: [...batch], 'firmware-id': firmwareId };
        if (call !== 'cancelUpgrade') return api[call](request, { ...(order.key !== undefined && { key: order.key }) });
        return api.cancelUpgrade({ ...request, 'upgrade-id': await onRecord(context, batch, order.key) });
      });
    for await (const details of detailsOf(inBatches, product, ask)) {
      for (const { sn, result } of details) printResult(printer, sn, result, printsEach);
      for (const { result } of details) totals.set(result, (totals.get(result) ?? 0) + 1);
      course.done += details.length;
      if (!printsEach) printer.progress(`${String(course.done)} of ${String(sns.length)} devices`);
    }
  }
  ending.tellEarly(() => `all ${String(sns.length)} devices were asked for: ${inWords(order, totals)}`);
  conclude(printer, order, totals);
}

/** No upgrade has this id: what is started after the cancellation was asked for is not cancelled. */
const NONE = '-';

/**
 * The upgrades that are meant by a cancellation, so that its repeats cancel no later ones. They are read right before, as
 * others may have come since the devices were selected: with a key, one of another key is not meant.
 */
async function onRecord({ tables, client }: Stage, sns: readonly string[], key: string | undefined) {
  const current = await upgradesIn(tables.upgrades, client).findMany(sns);
  return sns.map((sn) => {
    const record = current.get(sn);
    if (record === undefined || (key !== undefined && record.requestKey !== key)) return NONE;
    return record.upgradeId ?? null;
  });
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

/** The code of devices of which it is not known what became. */
const TRY_AGAIN = 4;

interface Course {
  /** Devices about which the API has answered. */
  readonly done: number;
  /** The same, and those of the last request. */
  readonly begun: number;
}

/** How far a campaign came, and how to go on. */
function extentOf(order: Order, { done, begun }: Course, totals: Totals, cause: unknown): string {
  const { call, sns } = order;
  const inDoubt = call !== 'dryRun' && (cause === undefined || isInDoubt(cause)) ? begun - done : 0;
  if (done + inDoubt === 0) return WORDS[call].none;
  const more = inDoubt > 0 ? `, ${String(inDoubt)} more perhaps` : '';
  const answers = done > 0 ? ` (${inWords(order, totals)})` : '';
  return `${String(done)} of ${String(sns.length)} devices were asked for${answers}${more}; to go on, ${againWith(order)}`;
}

/** The command that goes on where another was broken off. */
function againWith({ call, key }: Order): string {
  if (call === 'cancelUpgrade' && key === undefined)
    return 'run the command again, with --key if there is one: it cancels what is on record then';
  return `run the command again${call === 'startUpgrade' && key !== undefined ? ` with --key ${key}` : ''}`;
}

/** How many devices got each code. */
type Totals = Map<number, number>;

function inWords({ leftOut }: Order, totals: Totals): string {
  const counts = [...totals].sort(([one], [other]) => one - other);
  const words = counts.map(([code, count]) => `${String(count)} ${codeName(code)}`);
  return [...words, ...(leftOut > 0 ? [`${String(leftOut)} left out`] : [])].join(', ');
}

function conclude(printer: Printer, order: Order, totals: Totals): void {
  const { call, sns, leftOut, printsEach } = order;
  const all = String(sns.length + leftOut);
  if (!printsEach) printer.note(`${all} devices: ${inWords(order, totals)}`);
  const inDoubt = totals.get(TRY_AGAIN) ?? 0;
  const given = [...totals].reduce((sum, [code, count]) => (isGiven(code) ? sum + count : sum), 0);
  const refused = sns.length + leftOut - given - inDoubt;
  const { refused: words, inDoubt: doubt } = WORDS[call];
  const faults = [
    refused > 0 ? `${String(refused)} of ${all} devices ${words}: see "Result codes" in docs/api.md` : '',
    inDoubt > 0 ? `${String(inDoubt)} of ${all} devices ${doubt}: to ask again, ${againWith(order)}` : '',
  ].filter((fault) => fault !== '');
  if (faults.length > 0) throw new CommandError(faults.join('; '));
}
