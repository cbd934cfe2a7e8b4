import * as v from 'valibot';
import { logError } from '../log/log.ts';
import { recordMetrics } from '../log/metrics.ts';
import type { UpgradeHistoryItem } from '../store/items/upgrade-history.ts';
import type { HistoryWriter } from '../store/upgrade-history-writer.ts';
import { toldBy } from './event.ts';

const identified = v.fallback(v.object({ id: v.string(), 'replay-name': v.optional(v.string()) }), { id: '' });

export interface RecorderServices {
  readonly write: HistoryWriter;
  readonly metricsNamespace: string;
}

/**
 * Writes what each event of the bus tells of an upgrade. Rejects when the table does not take the write, so that Lambda invokes it
 * again; and when it does not understand the event: only our pipes and the repair role can send one, so another version may understand
 * it. Until then the event must be a dead letter, and not be lost.
 * @param services evaluated per event: a missing setting fails the invocation, not the load
 */
export function historyRecorder(services: () => RecorderServices) {
  return async (event: unknown): Promise<void> => {
    const told = toldBy(event);
    const { id: eventId, 'replay-name': replay } = v.parse(identified, event);
    if ('fault' in told) {
      const error = new Error('what the bus delivered is not the event of an upgrade that this version knows');
      logError('EVENT_INVALID', error, { eventId, fault: told.fault });
      throw error;
    }
    try {
      const { write, metricsNamespace } = services();
      await write(told);
      // Those of the past do not tell how upgrades go now.
      if (replay === undefined) measureEnd(told, metricsNamespace);
    } catch (error) {
      const { sn, upgradeId } = told;
      logError('EVENT_NOT_RECORDED', error, { eventId, sn, upgradeId });
      throw error;
    }
  };
}

/** Counts an end that a device has reported, and whether it is a failure. */
export function measureEnd({ state }: Pick<UpgradeHistoryItem, 'state'>, namespace: string): void {
  if (state !== 'succeeded' && state !== 'failed') return;
  recordMetrics(namespace, 'reported-ends', { Ended: [1, 'Count'], Failed: [state === 'failed' ? 1 : 0, 'Count'] });
}
