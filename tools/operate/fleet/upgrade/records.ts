import { marshall } from '@aws-sdk/util-dynamodb';
import { epochSeconds, type EpochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import { isLive, isUnfinished } from '../../../../functions/domain/upgrade.ts';
import { currentUpgrade } from '../../../../functions/store/upgrade-records.ts';
import { decodedUserName } from '../../../../functions/store/user-names.ts';
import type { ReportedState } from '../../../../functions/upgrade/status/report.ts';
import { detailLines, moment, scalarsOf, type Columns, type Row } from '../output.ts';
import type { CommandContext } from '../program.ts';
import { find, scan, type Stage } from '../stage/stage.ts';

const COLUMNS: Columns = {
  ...{ sn: 20, upgradeId: 36, firmwareId: 1, state: 9, progress: 1, stuck: 1 },
  ...{ requestedAt: 24, leaseEndsAt: 24, reason: 1 },
};

/** What the tool reads of a record: all but the tokens of its writers, which nobody else needs. */
const WHAT = ['sn', 'upgradeId', 'firmwareId', 'version', 'state', 'progress', 'reason'];
const WHO = ['requestedBy', 'requestedAt', 'cancelledBy', 'cancelledAt', 'endedBy', 'endedAt'];
const ATTRIBUTES = [...WHAT, ...WHO, 'leaseEndsAt'];

/** A device begins within minutes of the request, and reports that it has. */
const SILENT_SECONDS = 10 * 60;

/** Which upgrades to list; undefined accepts all. */
export interface Filter {
  readonly firmwareId?: number | undefined;
  readonly state?: ReportedState | undefined;
  readonly stuck?: boolean | undefined;
}

/** Lists the upgrades on record that pass a filter, by serial number. */
export async function listUpgrades(context: CommandContext, filter: Filter): Promise<void> {
  await context.printer.list(COLUMNS, await upgradesOf(context, filter));
}

/** The upgrades on record that pass a filter, in the operator's terms, by serial number. */
export async function upgradesOf(stage: Stage, { firmwareId, state, stuck }: Filter): Promise<readonly UpgradeView[]> {
  const now = epochSeconds(new Date());
  const found: UpgradeView[] = [];
  for await (const item of scan(stage, { table: 'upgrades', attributes: ATTRIBUTES })) {
    if (firmwareId !== undefined && item['firmwareId'] !== firmwareId) continue;
    const upgrade = viewOf(item, now);
    if ((state === undefined || upgrade.state === state) && (upgrade.stuck || !stuck)) found.push(upgrade);
  }
  return found.sort((one, other) => (one.sn < other.sn ? -1 : 1));
}

/**
 * Shows the upgrade on record for a device.
 * @throws CommandError when there is none
 */
export async function showUpgrade(context: CommandContext, sn: string): Promise<void> {
  const upgrade = viewOf(await find(context, 'upgrades', sn), epochSeconds(new Date()));
  context.printer.print(upgrade, ...detailLines(upgrade));
}

/** A record in the operator's terms. */
export interface UpgradeView extends Row {
  readonly sn: string;
  /** As upgrade-status reports it. */
  readonly state: unknown;
  /** It had no report for its whole lease, or has not begun minutes after the request. */
  readonly stuck: boolean;
}

/** What a record says at this moment. */
export function viewOf(item: Row, now: EpochSeconds): UpgradeView {
  const upgrade = currentUpgrade(marshall(item, { removeUndefinedValues: true, allowImpreciseNumbers: true }));
  const holdsDevice = isLive(upgrade, now);
  const isTimedOut = isUnfinished(upgrade) && !holdsDevice;
  const hasNotBegun =
    upgrade.state === 'requested' && Date.parse(String(item['requestedAt'])) / 1000 <= now - SILENT_SECONDS;
  return {
    ...scalarsOf(item, WHAT),
    sn: String(item['sn']),
    state: isTimedOut ? 'timed-out' : item['state'],
    ...whoIn(item),
    leaseEndsAt: moment(item['leaseEndsAt']),
    holdsDevice,
    stuck: isTimedOut || hasNotBegun,
  };
}

/** Who did what, and when. Every record has a `cancelledBy`, even if it was not cancelled. */
function whoIn(item: Row): Row {
  const names = item['state'] === 'cancelled' ? WHO : WHO.filter((name) => name !== 'cancelledBy');
  return Object.fromEntries(
    Object.entries(scalarsOf(item, names)).map(([name, value]) => [name, decodedUserName(String(value))]),
  );
}
