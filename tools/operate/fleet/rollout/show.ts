import { codeName, type RolloutDetail, type RolloutDryRun } from '../../../../client/src/index.ts';
import { MEMBER_STATES } from '../../../../functions/domain/members.ts';
import { detailLines, listLine, type Columns, type Printer, type Row } from '../output.ts';

export const COLUMNS: Columns = {
  ...{ 'rollout-id': 20, state: 9, reason: 10, 'firmware-id': 1, wave: 1, total: 1, open: 1, succeeded: 1, failed: 1 },
  ...{ 'created-by': 12, 'created-at': 24 },
};

/** A roll-out as a line of a list: `open` are those that may still be started or are under way. */
export function rowOf({ waves = [], wave, counts, ...rollout }: RolloutDetail): Row {
  const known = counts && {
    open: sum(counts, ['queued', 'waiting', 'requested', 'running']),
    succeeded: counts.succeeded,
    failed: sum(counts, ['failed', 'timed-out', 'lost']),
  };
  return { ...rollout, wave: wave && `${String(wave)}/${String(waves.length)}`, ...known };
}

export const MEMBER_COLUMNS: Columns = { sn: 20, state: 9, result: 1, reason: 1 };

/** Prints how a roll-out stands, and to people what there is to do if it waits for a person. */
export function showRollout(printer: Printer, rollout: RolloutDetail): void {
  const { waves = [], wave, counts, result: _result, ...rest } = rollout;
  const bounds = waves.map(({ devices }) => devices).join(', ');
  const row = {
    ...rest,
    wave: wave && `${String(wave)} of ${String(waves.length)}, which end at ${bounds} devices`,
    members: counts && countsIn(counts),
    // Only the last answer's.
    requestId: undefined,
  };
  printer.print(rollout, ...detailLines(row));
  const remedy = remedyOf(rollout);
  if (remedy !== undefined) printer.note(remedy);
}

export function sum(counts: Readonly<Record<string, number>> | undefined, states: readonly string[]): number {
  return states.reduce((all, state) => all + (counts?.[state] ?? 0), 0);
}

/** The counts that are not 0, in their order. */
export function countsIn(counts: Readonly<Record<string, number>>): string {
  const states = [...new Set([...MEMBER_STATES, ...Object.keys(counts)])].filter((state) => counts[state]);
  return states.map((state) => `${String(counts[state])} ${state}`).join(', ');
}

/** What a person can do for a roll-out that waits for one; undefined if it does not. */
export function remedyOf(rollout: RolloutDetail): string | undefined {
  const { 'rollout-id': id, 'firmware-id': firmware, state, reason = '', version } = rollout;
  if (state !== 'paused') return undefined;
  const resume = `"rollout resume ${id} --version ${String(version)}"`;
  const failed = `see "rollout status ${id} --state failed timed-out lost"; ${resume} accepts that and goes on`;
  const retry = `"rollout retry ${id} --firmware N --states failed timed-out lost queued waiting"`;
  const remedies: Readonly<Record<string, string>> = {
    failures: `Too many have failed: ${failed}, ${retry} begins anew with another firmware`,
    'no-success': `No device of the wave has succeeded: ${failed}`,
    gate: `The next wave is to be opened by ${resume}`,
    firmware: `Firmware ${String(firmware)} is not available: "firmware restore" it before ${resume}, or cancel`,
    error: 'A run has failed on it, by a fault or for what is in its record: tell those who run the stage',
  };
  return remedies[reason] ?? `To go on: ${resume}`;
}

export function showDryRun(printer: Printer, rollout: RolloutDryRun): void {
  const { waves = [], results = {}, devices = [] } = rollout;
  const table: Columns = { sn: 20, result: 22 };
  const list = devices.map(({ sn, result, reason }) => ({ sn, result: reason ?? named(result) }));
  printer.print(
    rollout,
    ...(list.length > 0 ? [listLine(table), ...list.map((row) => listLine(table, row))] : []),
    ...waves.map(({ devices: bound, 'would-start': count }, index) => {
      return `wave ${String(index + 1)}, up to ${String(bound)} devices: ${String(count)} would start`;
    }),
    ...Object.entries(results).map(([key, count]) => `${String(count).padStart(6)}  ${named(key)}`),
  );
}

/** `12 DEVICE_LOST`; a reason stands as it is. */
function named(result: string | number | undefined): string {
  return /^\d+$/.test(String(result)) ? `${String(result)} ${codeName(Number(result))}` : String(result);
}
