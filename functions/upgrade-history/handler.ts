import { Environment, requiredText } from '../config/environment.ts';
import { createClient } from '../store/client.ts';
import { historyWriterIn, type HistoryWriter } from '../store/upgrade-history-writer.ts';
import { historyRecorder } from './record.ts';

// Once per container: its connections are kept from event to event.
const client = createClient();
let writer: HistoryWriter | undefined;

/** The recorder of the history, as Lambda calls it. */
export const handler = historyRecorder(
  () => (writer ??= historyWriterIn(requiredText(process.env, Environment.upgradeHistoryTable), client)),
);
