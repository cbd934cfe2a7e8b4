import { marshall } from '@aws-sdk/util-dynamodb';
import { epochSeconds, type EpochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import { ENDED_STATES, isLive, isUnfinished, LIVE_STATES } from '../../../../functions/domain/upgrade.ts';
import { currentUpgrade } from '../../../../functions/store/upgrade-records.ts';
import { decodedUserName } from '../../../../functions/store/user-names.ts';
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
const ATTRIBUTES = [...WHAT, ...WHO, 'requestKey', 'leaseEndsAt'];

/** A device begins within minutes of the request, and reports that it has. */
const SILENT_SECONDS = 10 * 60;

/** What `--state` takes: the states that upgrade-status reports, or that no upgrade is on record. */
export const STATES = ['none', ...LIVE_STATES, 'timed-out', ...ENDED_STATES] as const;

/** Which devices a command is for, by what is on record for them; undefined accepts all. */
export interface Filter {
  /** The upgrades to this firmware alone count. */
  readonly firmwareId?: number | undefined;
  readonly states?: readonly string[] | undefined;
  /** Those that were started under this key. */
  readonly key?: string | undefined;
  readonly stuck?: boolean | undefined;
  /** Only those that do not run the version of the firmware. */
  readonly notInstalled?: boolean | undefined;
  readonly offline?: boolean | undefined;
}

/** Lists what is on record for devices, and passes a filter, by serial number. */
export async function listUpgrades(context: CommandContext, filter: Filter): Promise<void> {
  const columns = isAboutDevices(filter) ? { ...COLUMNS, online: 1, installed: 1 } : COLUMNS;
  await context.printer.list(columns, await upgradesOf(context, filter));
}

/** What is on record and passes a filter, in the operator's terms, by serial number. */
export async function upgradesOf(stage: Stage, filter: Filter): Promise<readonly UpgradeView[]> {
  const views = await viewsOf(stage, filter);
  const found = [...views.values()].filter((view) => passes(view, filter));
  return found.sort((one, other) => (one.sn < other.sn ? -1 : 1));
}

/** Those of some devices that pass a filter; one of which nothing is on record has the state `none`. */
export async function passing(stage: Stage, sns: readonly string[], filter: Filter): Promise<readonly string[]> {
  if (filter.states === undefined && filter.key === undefined && !filter.notInstalled) return sns;
  const views = await viewsOf(stage, filter);
  return sns.filter((sn) => passes(views.get(sn) ?? noUpgrade(sn), filter));
}

function passes(view: UpgradeView, filter: Filter): boolean {
  return (
    (filter.states === undefined || filter.states.some((state) => state === view.state)) &&
    (filter.key === undefined || filter.key === view.key) &&
    (!filter.stuck || view.stuck) &&
    (!filter.notInstalled || !view.installed) &&
    (!filter.offline || view.online === false)
  );
}

const noUpgrade = (sn: string): UpgradeView => ({ sn, state: 'none', stuck: false });

/** Whether a filter is also about devices without an upgrade on record. */
function isAboutDevices({ states = [], notInstalled = false, offline = false }: Filter): boolean {
  return notInstalled || offline || states.includes('none');
}

/** The upgrades to a firmware, or all; if the filter is about devices, also those of its product that have none. */
async function viewsOf(stage: Stage, filter: Filter): Promise<ReadonlyMap<string, UpgradeView>> {
  const { firmwareId } = filter;
  const now = epochSeconds(new Date());
  const views = new Map<string, UpgradeView>();
  for await (const item of scan(stage, { table: 'upgrades', attributes: ATTRIBUTES })) {
    if (firmwareId === undefined || item['firmwareId'] === firmwareId) views.set(String(item['sn']), viewOf(item, now));
  }
  const devices = isAboutDevices(filter) ? devicesFor(stage, firmwareId) : [];
  for await (const [sn, device] of devices) views.set(sn, { ...(views.get(sn) ?? noUpgrade(sn)), ...device });
  return views;
}

const PRODUCT = ['familyId', 'modelId', 'hardwareVersion'];

/** The devices of the product that a firmware is for, or all, by serial number. */
async function* devicesFor(stage: Stage, firmwareId?: number) {
  const firmware = firmwareId === undefined ? undefined : await find(stage, 'firmwares', firmwareId);
  const attributes = ['sn', ...PRODUCT, 'firmwareVersion', 'online'];
  for await (const { sn, firmwareVersion, online, ...device } of scan(stage, { table: 'devices', attributes })) {
    if (firmware && PRODUCT.some((name) => device[name] !== firmware[name])) continue;
    const installed = firmware && firmwareVersion === firmware['version'];
    yield [String(sn), { online: online !== false, installed }] as const;
  }
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
  /** The key of its campaign, or of another request. */
  readonly key?: string | undefined;
  /** Whether the device is online, and has the version of the firmware; undefined if it was not read. */
  readonly online?: boolean;
  readonly installed?: boolean | undefined;
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
    key: upgrade.requestKey,
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
