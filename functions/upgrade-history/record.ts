import * as v from 'valibot';
import { logError } from '../log/log.ts';
import type { HistoryWriter } from '../store/upgrade-history-writer.ts';
import { toldBy } from './event.ts';

const identified = v.fallback(v.object({ id: v.string() }), { id: '' });

/**
 * Writes what each event of the bus tells of an upgrade. Rejects when the table does not take the write, so that Lambda invokes it
 * again; and when it does not understand the event: the rule lets only events of our own pipes through, so another version will,
 * and until then the event must be a dead letter and not be lost.
 * @param writer evaluated per event: a missing setting fails the invocation, not the load
 */
export function historyRecorder(writer: () => HistoryWriter) {
  return async (event: unknown): Promise<void> => {
    const told = toldBy(event);
    const eventId = v.parse(identified, event).id;
    if ('fault' in told) {
      const error = new Error('what the bus delivered is not the event of an upgrade that this version knows');
      logError('EVENT_INVALID', error, { eventId, fault: told.fault });
      throw error;
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
