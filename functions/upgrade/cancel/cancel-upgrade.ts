import { randomUUID } from 'node:crypto';
import { isTimeToWrite, type Caller } from '../../config/deadline.ts';
import type { DeviceResult } from '../../domain/api-status.ts';
import { serialNumbersIn } from '../../domain/device.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import type { Cancellation, Settled } from '../../domain/ports.ts';
import type { CurrentUpgrade } from '../../domain/upgrade.ts';
import { logInfo } from '../../log/log.ts';
import type { CancelRequest } from '../request.ts';
import type { Outcome } from '../respond.ts';
import type { UpgradeServices } from '../services.ts';
import { settleDoubts } from '../settle.ts';
import { judge, type Decision } from './judge.ts';

/**
 * Cancels the upgrade of each device that has been asked for this firmware and has not begun: read, judge, write. Of the
 * device gateway's first report and this write exactly one succeeds, by the conditions of both. Rejects with StoreUnavailable
 * when reading fails; from the first write on it always resolves, with a result for every device.
 */
export async function cancelUpgrade(
  { sns, firmwareId, upgradeIds }: CancelRequest,
  { upgrades, clock }: UpgradeServices,
  caller: Caller,
): Promise<Outcome> {
  // Before the read: by a later time, a lease that was renewed during it would look expired.
  const now = epochSeconds(clock());
  const current = await upgrades.findMany(serialNumbersIn(sns));
  const cancelledAt = clock();
  const judged = (sn: string, record: CurrentUpgrade | undefined) =>
    judge(record, { firmwareId, upgradeId: upgradeIds?.get(sn) }, now);
  const decisions = sns.map((sn) => [sn, judged(sn, current.get(sn))] as const);
  const common = { cancelToken: randomUUID(), cancelledBy: caller.userName, cancelledAt };
  const wanted = decisions.flatMap(([sn, decision]) => cancellationOf(sn, decision, current.get(sn), common));
  const written = await upgrades.cancel(wanted, () => isTimeToWrite(caller));
  const settled = await settleDoubts(written, ({ sn, cancelToken }) => ({ sn, token: cancelToken }), upgrades, caller);
  settled.forEach(log);
  const told = new Map(settled.map((each) => [each.sn, resultOf(each, judged)]));
  return {
    results: new Map(
      decisions.map(([sn, decision]) => [sn, decision === 'CANCEL' ? (told.get(sn) ?? 'TRY_AGAIN') : decision]),
    ),
  };
}

function cancellationOf(
  sn: string,
  decision: Decision,
  current: CurrentUpgrade | undefined,
  common: Pick<Cancellation, 'cancelToken' | 'cancelledBy' | 'cancelledAt'>,
): Cancellation[] {
  return decision === 'CANCEL' && current !== undefined ? [{ sn, current, ...common }] : [];
}

/** The one place that decides on TRY_AGAIN for a device whose upgrade is to be cancelled. */
function resultOf(
  { sn, outcome }: Settled<Cancellation>,
  judged: (sn: string, record: CurrentUpgrade) => Decision,
): DeviceResult {
  if (outcome.kind === 'written') return 'SUCCESS';
  if (outcome.kind === 'unknown' || outcome.by === undefined) return 'TRY_AGAIN';
  const decision = judged(sn, outcome.by);
  // Another upgrade to the firmware has come in between: the next request is about that one.
  return decision === 'CANCEL' ? 'TRY_AGAIN' : decision;
}

/** The audit line of a cancelled upgrade. */
function log({ sn, current: { upgradeId, firmwareId }, cancelledBy, outcome }: Settled<Cancellation>): void {
  if (outcome.kind === 'written') logInfo('UPGRADE_CANCELLED', { sn, upgradeId, firmwareId, cancelledBy });
}
