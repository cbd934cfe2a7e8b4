import type { History } from './history.ts';
import { clock, told, toldAsk } from './told.ts';

/** A history in lines, in the order in which things began. Meant for small ones. */
export function tell({ asks, versions, events }: History): string[] {
  const lines = [
    ...asks.flatMap((ask) => ask.sns.map((sn) => ({ at: ask.begun, line: `request ${toldAsk(ask, sn)}` }))),
    ...versions.map((version) => ({
      at: version.sent,
      line: `record  ${told(version)}, written from ${clock(version.sent)} to ${clock(version.answered)}`,
    })),
  ];
  const inOrder = lines.sort((one, other) => one.at - other.at).map(({ line }) => line);
  return [...inOrder, ...events.map(({ upgradeId }) => `event   UpgradeRequested ${upgradeId}`)];
}
