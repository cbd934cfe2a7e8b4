import { randomUUID } from 'node:crypto';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { CREDENTIALS, REGION } from '../../../stage/account.ts';
import { pipesOf } from '../../../stage/pipes/pipes.ts';
import { streamRecords } from '../../../stage/pipes/stream-records.ts';
import type { RequestedEvent } from '../checker/history.ts';
import type { ChaosStage } from './chaos-stage.ts';

/** Key of the item that marks a moment in the stream. */
export const MARK = 'mark';

const Image = v.object({
  sn: v.string(),
  upgradeId: v.string(),
  firmwareId: v.number(),
  requestedBy: v.string(),
  state: v.string(),
  progress: v.optional(v.number()),
  leaseEndsAt: v.number(),
  cancelledBy: v.string(),
});

const Requested = v.object({ sn: v.string(), upgradeId: v.string() });

export type StreamVersion = v.InferOutput<typeof Image>;

export interface StreamLog {
  readonly versions: readonly StreamVersion[];
  readonly events: readonly RequestedEvent[];
  /** Resolves when everything written before is in the log. Rejects if the stream cannot be read. */
  caughtUp(): Promise<void>;
}

/**
 * Reads the stream of the Upgrades table, until the scope ends: what was on record, and what the pipes of the template
 * make of it.
 * @param onRequested called with each UpgradeRequested event, like a device gateway
 */
export async function startStreamLog(
  scope: AsyncDisposableStack,
  { template, dynamodbEndpoint: endpoint, tables: { upgrades: table }, documents }: ChaosStage,
  onRequested: (event: RequestedEvent) => void,
): Promise<StreamLog> {
  const client = new DynamoDBStreamsClient({ endpoint, region: REGION, credentials: CREDENTIALS });
  const pipes = pipesOf(template).filter(({ tableId }) => tableId === table);
  const stop = new AbortController();
  scope.defer(() => {
    stop.abort();
    client.destroy();
  });
  const versions: StreamVersion[] = [];
  const events: RequestedEvent[] = [];
  const marks = new Map<string, () => void>();

  const { Table } = await documents.send(new DescribeTableCommand({ TableName: table }));
  const records = streamRecords(client, Table?.LatestStreamArn ?? '', stop.signal);
  const readAll = async (): Promise<void> => {
    for await (const record of records) {
      const image = v.parse(Image, unmarshall(record.dynamodb?.NewImage ?? {}));
      if (image.sn === MARK) {
        marks.get(image.upgradeId)?.();
        continue;
      }
      versions.push(image);
      for (const event of pipes.map((pipe) => pipe.eventOf(record))) {
        if (event?.detailType !== 'UpgradeRequested') continue;
        const requested = v.parse(Requested, event.detail);
        events.push(requested);
        onRequested(requested);
      }
    }
  };
  const reading = readAll();
  // Whoever waits for the log sees the error; a run that fails earlier has its own.
  reading.catch(() => undefined);
  return {
    versions,
    events,
    caughtUp: async () => {
      const upgradeId = randomUUID();
      const seen = new Promise<void>((resolve) => marks.set(upgradeId, resolve));
      const mark = { upgradeId, firmwareId: 0, requestedBy: MARK, state: MARK, leaseEndsAt: 0, cancelledBy: MARK };
      await documents.send(new PutCommand({ TableName: table, Item: { sn: MARK, ...mark } }));
      await Promise.race([seen, reading]);
    },
  };
}
