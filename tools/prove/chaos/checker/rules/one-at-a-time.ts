import type { Rule, Violation } from '../facts.ts';
import { isLiveAt, type Period } from '../period.ts';
import { told } from '../told.ts';

/** No device has two upgrades at once: a claim takes the place of one that has ended or lost its lease. */
export const oneAtATime: Rule = ({ periods }) =>
  [...periods.values()].flatMap((ofDevice) =>
    ofDevice.flatMap((period, index) => overLive(ofDevice[index - 1], period)),
  );

function overLive(before: Period | undefined, { version, from }: Period): Violation[] {
  if (before === undefined || before.version.upgradeId === version.upgradeId) return [];
  if (!isLiveAt(before.version, from.latest)) return [];
  const what = `${told(version)} was claimed while ${told(before.version)} was live`;
  return [{ rule: 'one upgrade at a time', sn: version.sn, what }];
}
