import { epochSeconds, type EpochSeconds } from '../../../../functions/domain/epoch-seconds.ts';
import { isLive, isUnfinished, type CurrentUpgrade, type UpgradeState } from '../../../../functions/domain/upgrade.ts';
import { CommandError } from '../../../command-line.ts';
import { deviceGatewayOn } from '../../../stage/device-gateway/device-gateway.ts';
import type { End } from '../../../stage/device-gateway/reports.ts';
import type { Printer } from '../output/printer.ts';
import { detailLines, moment, scalarsOf, type Columns, type Row } from '../output/records.ts';
import { find, scan } from '../stage/items.ts';
import type { Stage } from '../stage/stage.ts';

const STATE = { state: 9, progress: 1, holdsDevice: 1, stuck: 1 };
const COLUMNS: Columns = { sn: 20, firmwareId: 1, ...STATE, requestedAt: 24, leaseEndsAt: 24, reason: 1 };

/** What the tool reads of a record: all but the token of the claim, which is of use to nobody else. */
const SHOWN = ['sn', 'upgradeId', 'firmwareId', 'version', 'state', 'progress', 'reason', 'requestedBy', 'requestedAt'];
const ATTRIBUTES = [...SHOWN, 'leaseEndsAt'];

/** A lease of an hour that is down to this was not renewed for most of it, though reports are due every five minutes. */
const ABOUT_TO_END_SECONDS = 10 * 60;

/** Which upgrades a list has. */
interface Filter {
  readonly state: UpgradeState | undefined;
  readonly stuck: boolean;
}

/** Lists the upgrades on record that a filter lets pass. */
export async function listUpgrades(stage: Stage, printer: Printer, filter: Filter): Promise<void> {
  await printer.list(COLUMNS, upgradesOf(stage, filter));
}

async function* upgradesOf(stage: Stage, { state, stuck }: Filter): AsyncGenerator<Row, void> {
  const where = state && { attribute: 'state', value: state };
  const now = epochSeconds(new Date());
  for await (const item of scan(stage, { table: 'upgrades', attributes: ATTRIBUTES, where })) {
    const upgrade = viewOf(item, now);
    if (upgrade.stuck || !stuck) yield upgrade;
  }
}

/**
 * Shows the upgrade that is on record for a device.
 * @throws CommandError when there is none
 */
export async function showUpgrade(stage: Stage, printer: Printer, sn: string): Promise<void> {
  const upgrade = viewOf(await find(stage, 'upgrades', sn), epochSeconds(new Date()));
  printer.print(upgrade, detailLines(upgrade));
}

/** A record in the operator's terms. Stuck: nobody ended it, and its device is free all the same or will be soon. */
function viewOf(item: Row, now: EpochSeconds) {
  const upgrade = upgradeIn(item);
  return {
    ...scalarsOf(item, SHOWN),
    leaseEndsAt: moment(item['leaseEndsAt']),
    holdsDevice: isLive(upgrade, now),
    stuck: isUnfinished(upgrade) && !isLive(upgrade, now + ABOUT_TO_END_SECONDS),
  };
}

function upgradeIn({ state, leaseEndsAt }: Row): CurrentUpgrade {
  return {
    upgradeId: undefined,
    firmwareId: undefined,
    claimToken: undefined,
    state: typeof state === 'string' ? state : undefined,
    leaseEndsAt: typeof leaseEndsAt === 'number' ? leaseEndsAt : undefined,
  };
}

/**
 * Ends the upgrade that is on record for a device, by the device gateway's own call: it speaks of that very upgrade, so
 * that one which was claimed in between is left alone.
 * @throws CommandError when there is none, or it ended otherwise before
 */
export async function endUpgrade(stage: Stage, printer: Printer, sn: string, end: End): Promise<void> {
  const { upgradeId } = await find(stage, 'upgrades', sn);
  if (typeof upgradeId !== 'string') throw new CommandError(`The record of ${sn} was not written by start-upgrade`);
  const outcome = await deviceGatewayOn(stage.tables.upgrades, stage.documents).reportEnd({ sn, upgradeId }, end);
  if (outcome === 'stale') {
    throw new CommandError(`The upgrade of ${sn} has ended otherwise, or a newer one replaced it; nothing was changed`);
  }
  const already = outcome === 'repeated' ? ' It was on record already.' : '';
  printer.print({ sn, upgradeId, state: end.state, outcome }, `The upgrade of ${sn} has ${end.state}.${already}`);
}
