import { setTimeout as pause } from 'node:timers/promises';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { History } from '../checker/history.ts';
import type { Intervention } from '../../../stage/database-proxy/fault-proxy.ts';
import type { ChaosStage } from './chaos-stage.ts';
import type { Fleet } from './fleet.ts';
import { momentsOf } from './moments.ts';
import { MARK, startStreamLog } from './stream-log.ts';
import { WriteLog } from './write-log.ts';

const Item = v.object({ sn: v.string(), upgradeId: v.string(), state: v.string() });

/** After this, clients no longer see refused or broken connections either. */
const LONGEST_OUTAGE_MS = 500;

/**
 * Hands commands to the fleet from now on, and records everything written to Upgrades and Rollouts.
 * @param interventions the faults that calls to the database meet
 */
export function startRecording(
  started: AsyncDisposableStack,
  stage: ChaosStage,
  fleet: Fleet,
  interventions: Intervention,
) {
  const { proxy } = stage;
  const writes = new WriteLog();
  proxy.intervene = writes.watching(interventions);
  const stream = startStreamLog(started, stage, fleet.begin);
  const settled = async (): Promise<number> => {
    await writes.settled();
    await stream.caughtUp();
    await fleet.ended();
    await writes.settled();
    await stream.caughtUp();
    return stream.writes().length;
  };
  return {
    /** Lets all calls pass; resolves when the last fault is over. */
    endFaults: async (): Promise<void> => {
      proxy.intervene = writes.watching((_call, forward) => forward());
      await writes.settled();
      await pause(LONGEST_OUTAGE_MS);
    },
    /** Waits until what was started so far has ended; resolves to the number of writes so far. */
    settled,
    /** Waits until nothing happens any more, and returns what did. */
    end: async (): Promise<Pick<History, 'log' | 'versions' | 'events' | 'table'>> => {
      // Late claims start devices, whose reports may be late in turn.
      await settled();
      const log = momentsOf(stream.writes(), writes);
      const versions = log.flatMap((moment) => moment.versions);
      return { log, versions, events: stream.events, table: await remaining(stage) };
    },
  };
}

async function remaining({ documents, tables }: ChaosStage): Promise<History['table']> {
  const pages = paginateScan({ client: documents }, { TableName: tables.upgrades, ConsistentRead: true });
  const items = await Array.fromAsync(pages, ({ Items }) => v.parse(v.array(Item), Items));
  return items.flat().filter(({ sn }) => sn !== MARK);
}
