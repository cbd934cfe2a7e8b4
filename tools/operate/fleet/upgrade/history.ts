import type { HistoryDetail, StreamFleetClient } from '../../../../client/src/index.ts';
import { CommandError } from '../../../command-line.ts';
import type { Columns } from '../output.ts';
import type { CommandContext } from '../program.ts';

const COLUMNS: Columns = {
  ...{ state: 9, 'firmware-id': 1, version: 8, 'requested-by': 12, 'requested-at': 24, 'ended-at': 20 },
  ...{ 'cancelled-by': 12, 'upgrade-id': 36, key: 8, 'rollout-id': 1 },
};

/**
 * Prints the upgrades of a device as the API tells them, newest first, all pages.
 * @throws CommandError when none is known
 */
export async function showHistory({ printer }: CommandContext, api: StreamFleetClient, sn: string): Promise<void> {
  const first = await api.upgradeHistory(sn);
  if (first.details.some(({ result }) => result !== 0)) throw new CommandError(`No upgrade of ${sn} is known`);
  await printer.list(COLUMNS, entriesFrom(first));

  async function* entriesFrom({ details, next }: typeof first): AsyncGenerator<HistoryDetail> {
    yield* details;
    // Nothing is older than the last one, should it have been forgotten meanwhile.
    const older = next === undefined ? undefined : await api.upgradeHistory(sn, { before: next });
    if (older?.details.every(({ result }) => result === 0)) yield* entriesFrom(older);
  }
}
