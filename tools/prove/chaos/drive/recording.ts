import { setTimeout as pause } from 'node:timers/promises';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { History, Remaining, Version } from '../checker/history.ts';
import type { Intervention } from '../../../stage/database-proxy/fault-proxy.ts';
import type { ChaosStage } from './chaos-stage.ts';
import type { Fleet } from './fleet.ts';
import { MARK, startStreamLog, type StreamVersion } from './stream-log.ts';
import { WriteLog } from './write-log.ts';

const Item = v.object({ sn: v.string(), upgradeId: v.string(), state: v.string() });

/** After this, clients no longer see refused or broken connections either. */
const LONGEST_OUTAGE_MS = 500;

interface RecordingOptions {
  readonly fleet: Fleet;
  /** The faults that calls to the database meet. */
  readonly interventions: Intervention;
}

/** Hands commands to the fleet from now on, and records everything written to Upgrades. */
export async function startRecording(
  started: AsyncDisposableStack,
  stage: ChaosStage,
  { fleet, interventions }: RecordingOptions,
) {
  const { template, dynamodbEndpoint: endpoint, tables, documents, proxy } = stage;
  const writes = new WriteLog();
  proxy.intervene = writes.watching(interventions);
  const stream = await startStreamLog({
    template,
    endpoint,
    table: tables.upgrades,
    documents,
    onRequested: fleet.begin,
  });
  started.defer(() => {
    stream.close();
  });
  return {
    /** Lets all calls pass; resolves when the last fault is over. */
    endFaults: async (): Promise<void> => {
      proxy.intervene = writes.watching((_call, forward) => forward());
      await writes.settled();
      await pause(LONGEST_OUTAGE_MS);
    },
    /** Waits until nothing happens any more, and returns what did. */
    end: async (): Promise<Pick<History, 'versions' | 'events' | 'table'>> => {
      // Late claims start devices, whose reports may be late in turn.
      await writes.settled();
      await stream.caughtUp();
      await fleet.ended();
      await writes.settled();
      await stream.caughtUp();
      const versions = stream.versions.map((version) => timed(version, writes));
      return { versions, events: stream.events, table: await remaining(stage) };
    },
  };
}

function timed(version: StreamVersion, writes: WriteLog): Version {
  return { ...version, ...writes.timesOf(version) };
}

async function remaining({ documents, tables }: ChaosStage): Promise<Remaining[]> {
  const items: Remaining[] = [];
  for await (const { Items } of paginateScan(
    { client: documents },
    { TableName: tables.upgrades, ConsistentRead: true },
  )) {
    items.push(...v.parse(v.array(Item), Items));
  }
  return items.filter(({ sn }) => sn !== MARK);
}
