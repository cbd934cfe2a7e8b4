import { codeName, type StatusDetail, type StreamFleetClient } from '../../../../client/src/index.ts';
import { CommandError } from '../../../command-line.ts';
import { isGiven } from '../errors.ts';
import type { CommandContext } from '../program.ts';
import { batchSizer, detailsOf, type InBatches } from '../upgrade/api.ts';
import { membersIn } from './api.ts';

/**
 * Takes back the upgrades that a roll-out has requested and that have not begun. Can be repeated.
 * @throws CommandError unless each is taken back
 */
export async function recall({ printer, ending }: CommandContext, api: StreamFleetClient, id: string): Promise<void> {
  const course = { recalled: 0, late: 0, unknown: 0 };
  const inWords = () => {
    const unknown = course.unknown > 0 ? `, ${String(course.unknown)} are not known` : '';
    return `${String(course.recalled)} upgrades are taken back, ${String(course.late)} had begun${unknown}`;
  };
  let found = Infinity;
  const isLeft = () => course.recalled + course.late < found;
  ending.tellFailure(
    (error) => `${inWords()}${error !== undefined && isLeft() ? '; to go on, run the command again' : ''}`,
  );
  const inBatches = batchSizer();
  const own = await requestedBy(api, inBatches, id);
  found = own.length;
  const { requested = [], begun = [] } = Object.groupBy(own, (detail) => (mayBegin(detail) ? 'requested' : 'begun'));
  course.late = begun.length;
  // One firmware, unless a record was changed.
  for (const [firmwareId, meant] of Map.groupBy(requested, (detail) => detail['firmware-id'] ?? 0)) {
    const ids = new Map(meant.map((detail) => [detail.sn, detail['upgrade-id'] ?? null]));
    const cancel = (sns: readonly string[]) => {
      // By its id, so that nothing is taken back that somebody else has started meanwhile.
      const upgradeIds = sns.map((sn) => ids.get(sn) ?? null);
      const request = { sn: [...sns], 'firmware-id': firmwareId, 'upgrade-id': upgradeIds };
      return ending.settle(() => api.cancelUpgrade(request));
    };
    for await (const details of detailsOf(inBatches, [...ids.keys()], cancel)) {
      for (const { result } of details) {
        course[isGiven(result) ? 'recalled' : codeName(result) === 'WRONG_STATE' ? 'late' : 'unknown'] += 1;
      }
    }
  }
  printer.print(course, `${inWords()}.`);
  if (course.recalled < own.length) throw new CommandError('Not all upgrades are taken back');
}

/** What is on record of the members that it has requested, but for what is taken back already, or timed out after it had begun. */
async function requestedBy(api: StreamFleetClient, inBatches: InBatches, id: string) {
  const members = await membersIn(api, id, ['requested', 'timed-out']);
  const isRequested = new Map(members.map(({ sn, state }) => [sn, state === 'requested']));
  const batches = detailsOf(inBatches, [...isRequested.keys()], (batch) => api.upgradeStatus(batch));
  const details = (await Array.fromAsync(batches)).flat();
  const own = details.filter((detail) => detail['rollout-id'] === id && detail.state !== 'cancelled');
  return own.filter((detail) => mayBegin(detail) || isRequested.get(detail.sn));
}

/** Also one whose lease has run out before its device reported anything. */
function mayBegin({ state, progress }: StatusDetail): boolean {
  return state === 'requested' || (state === 'timed-out' && progress === undefined);
}
