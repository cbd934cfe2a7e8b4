import { Environment, requiredText } from '../config/environment.ts';
import { createClient } from '../store/client.ts';
import { historyWriterIn } from '../store/upgrade-history-writer.ts';
import { historyRecorder, type RecorderServices } from './record.ts';

// Once per container: its connections are kept from event to event.
const client = createClient();
let services: RecorderServices | undefined;

/** The recorder of the history, as Lambda calls it. */
export const handler = historyRecorder(
  () =>
    (services ??= {
      write: historyWriterIn(requiredText(process.env, Environment.upgradeHistoryTable), client),
      metricsNamespace: requiredText(process.env, Environment.metricsNamespace),
    }),
);
