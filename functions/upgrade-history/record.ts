import * as v from 'valibot';
import { logError, logWarning } from '../log/log.ts';
import type { HistoryWriter } from '../store/upgrade-history-writer.ts';
import { toldBy } from './event.ts';

const identified = v.fallback(v.object({ id: v.string() }), { id: '' });

/**
 * Writes what each event of the bus tells of an upgrade. What is no such event never will be one: it is logged and dropped.
 * Rejects when the table does not take the write, so that Lambda invokes it again.
 * @param writer evaluated per event: a missing setting fails the invocation, not the load
 */
export function historyRecorder(writer: () => HistoryWriter) {
  return async (event: unknown): Promise<void> => {
    const told = toldBy(event);
    const eventId = v.parse(identified, event).id;
    if ('fault' in told) {
      logWarning('EVENT_INVALID', { eventId, fault: told.fault });
      return;
    }
    try {
      await writer()(told);
    } catch (error) {
      const { sn, upgradeId } = told;
      logError('EVENT_NOT_RECORDED', error, { eventId, sn, upgradeId });
      throw error;
    }
  };
}
