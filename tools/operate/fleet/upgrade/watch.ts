import { codeName, type AwaitedDetail, type StreamFleetClient } from '../../../../client/src/index.ts';
import { hasEnded } from '../../../../client/src/wait-for-upgrades.ts';
import { CommandError } from '../../../command-line.ts';
import type { Columns, Printer, Row } from '../output.ts';
import type { CommandContext } from '../program.ts';
import { batchSizer, detailsOf } from './api.ts';
import type { Devices } from './selection.ts';

const COLUMNS: Columns = {
  ...{ sn: 20, state: 9, progress: 1, 'firmware-id': 1, version: 8, 'requested-by': 12, key: 8 },
  ...{ 'requested-at': 24, 'lease-ends-at': 24, reason: 1 },
};

/**
 * Prints what the API reports on each device.
 * @throws CommandError when nothing is known of one
 */
export async function showStatus(printer: Printer, api: StreamFleetClient, { sns, leftOut }: Devices): Promise<void> {
  const batches = detailsOf(batchSizer(), sns, (batch) => api.upgradeStatus(batch));
  const details = (await Array.fromAsync(batches)).flat();
  await printer.list(COLUMNS, details.map(rowOf));
  const unknown = details.filter(({ result }) => result !== 0).length + leftOut;
  const all = sns.length + leftOut;
  if (unknown > 0) throw new CommandError(`Nothing is known of the upgrades of ${share(unknown, all)} devices`);
}

interface Watch {
  readonly intervalMs: number;
  readonly maxDurationMs: number;
  /** The campaign whose upgrades are watched; others are told as such. */
  readonly key: string | undefined;
  /** The same for a firmware. */
  readonly firmwareId: number | undefined;
  /** Whether the devices are those whose upgrade was under way: of another watch, others. */
  readonly isPassing: boolean;
}

/**
 * Shows how many upgrades are in each state until all have ended; then those that did not succeed, and why.
 * @throws CommandError when not all have succeeded
 */
export async function watchUpgrades(
  { printer, ending }: CommandContext,
  api: StreamFleetClient,
  { sns, leftOut }: Devices,
  { key, firmwareId, isPassing, ...polling }: Watch,
): Promise<void> {
  const watchOn = isPassing ? `${WATCH_ON}; ${PASSING}` : WATCH_ON;
  ending.tellEarly(() => watchOn);
  const meant = { ...(key !== undefined && { key }), ...(firmwareId !== undefined && { 'firmware-id': firmwareId }) };
  const onProgress = (details: readonly AwaitedDetail[]) => {
    const progress = `${share(details.filter(hasEnded).length, sns.length)} ended: ${totalsOf(details)}`;
    ending.tellFailure(() => `${progress}; ${watchOn}`);
    printer.progress(progress);
  };
  const wait = (batchSize: number) => api.waitForUpgrades(sns, { ...polling, ...meant, batchSize, onProgress });
  const { allEnded, details } = sns.length === 0 ? NOTHING : await batchSizer()(sns.length, wait);
  const failure = await report(printer, details, leftOut);
  ending.tellEarly(() => totalsOf(details));
  const underWay = share(details.filter((detail) => !hasEnded(detail)).length, details.length);
  const timeIsUp = `The time is up, with ${underWay} upgrades under way`;
  const faults = allEnded ? failure : [timeIsUp, ...failure, watchOn];
  if (faults.length > 0) throw new CommandError(faults.join('; '));
}

const WATCH_ON = 'to watch on, run the command again, or give a longer --for';
const PASSING = 'what has ended by then is not shown again: give --firmware or --key';

const NOTHING = { allEnded: true, details: [] };

/** Prints what became of the upgrades; returns what to say if some did not succeed. */
async function report(printer: Printer, details: readonly AwaitedDetail[], leftOut: number): Promise<string[]> {
  const others = details.filter((detail) => stateOf(detail) !== 'succeeded');
  for (const detail of details) if (!others.includes(detail)) printer.print(rowOf(detail));
  if (others.length > 0) await printer.list({ sn: 20, state: 9, reason: 1 }, others.map(rowOf));
  printer.note(`${String(details.length)} upgrades: ${totalsOf(details)}`);
  const failed = others.filter(hasEnded).length + leftOut;
  const all = details.length + leftOut;
  return failed > 0 ? [`${share(failed, all)} upgrades have not succeeded`] : [];
}

const ORDER = ['requested', 'running', 'succeeded', 'failed', 'timed-out', 'cancelled'];

/** The state of a device, or why none is known. */
function stateOf({ result, state = 'unknown', isAnothers }: AwaitedDetail): string {
  if (isAnothers) return "another's";
  return result === 0 ? state : codeName(result);
}

function rowOf(detail: AwaitedDetail): Row {
  return { ...detail, state: stateOf(detail) };
}

function totalsOf(details: readonly AwaitedDetail[]): string {
  const groups = Map.groupBy(details, stateOf);
  const states = [...new Set([...ORDER, ...groups.keys()])].filter((state) => groups.has(state));
  return states.map((state) => `${String(groups.get(state)?.length)} ${state}`).join(', ');
}

function share(count: number, all: number): string {
  return `${String(count)} of ${String(all)}`;
}
