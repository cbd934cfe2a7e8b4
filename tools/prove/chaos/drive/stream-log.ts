import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { RawItem } from '../../../../functions/store/client.ts';
import { startPipes } from '../../../stage/pipes/start-pipes.ts';
import type { RequestedEvent } from '../checker/history.ts';
import type { ChaosStage } from './chaos-stage.ts';

/** Key of the item that marks a moment in the stream. */
export const MARK = 'mark';

const Image = v.object({
  sn: v.string(),
  upgradeId: v.string(),
  firmwareId: v.number(),
  requestedBy: v.string(),
  requestKey: v.string(),
  state: v.string(),
  progress: v.optional(v.number()),
  leaseEndsAt: v.number(),
  cancelledBy: v.string(),
});

const Requested = v.object({ sn: v.string(), upgradeId: v.string() });

export type StreamVersion = v.InferOutput<typeof Image>;

/** An item of Rollouts after a write. */
export interface StreamPart {
  readonly rolloutId: string;
  readonly part: string;
  /** As stored. */
  readonly item: RawItem;
}

/**
 * Reads the streams of Upgrades and Rollouts, until the scope ends: what was on record, and what the pipes of the template
 * make of it.
 * @param onRequested called with each UpgradeRequested event, like a device gateway
 */
export function startStreamLog(
  scope: AsyncDisposableStack,
  { template, dynamodbEndpoint: endpoint, tables, documents }: ChaosStage,
  onRequested: (event: RequestedEvent) => void,
) {
  const writes: { readonly at: bigint; readonly write: StreamVersion | StreamPart }[] = [];
  const events: RequestedEvent[] = [];
  const marks = new Map<string, () => void>();
  const failed = Promise.withResolvers<never>();
  // Whoever waits for the log sees the error; a run that fails earlier has its own.
  failed.promise.catch(() => undefined);
  startPipes(scope, {
    template,
    endpoint,
    onRecord: ({ dynamodb }) => {
      const write = writeOf(dynamodb?.NewImage ?? {});
      const seen = marks.get('part' in write ? write.part : write.upgradeId);
      if (seen) seen();
      else writes.push({ at: BigInt(dynamodb?.SequenceNumber ?? 0), write });
    },
    onEvent: ({ detailType, detail }) => {
      if (detailType !== 'UpgradeRequested') return;
      const requested = v.parse(Requested, detail);
      events.push(requested);
      onRequested(requested);
    },
    onTrouble: (line) => {
      failed.reject(new Error(line));
    },
  });
  return {
    /** All that was written to both tables, in the engine's own order: DynamoDB Local numbers all its writes in one row. */
    writes: () => writes.toSorted((one, other) => (one.at < other.at ? -1 : 1)).map(({ write }) => write),
    events,
    /** Resolves when everything written before is in the log. Rejects if the stream cannot be read. */
    caughtUp: async () => {
      const [upgradeId, part] = [randomUUID(), randomUUID()];
      const seen = Promise.all([upgradeId, part].map((id) => new Promise<void>((resolve) => marks.set(id, resolve))));
      const named = { requestedBy: MARK, requestKey: MARK, cancelledBy: MARK };
      const mark = { upgradeId, firmwareId: 0, ...named, state: MARK, leaseEndsAt: 0 };
      await documents.send(new PutCommand({ TableName: tables.upgrades, Item: { sn: MARK, ...mark } }));
      await documents.send(new PutCommand({ TableName: tables.rollouts, Item: { rolloutId: MARK, part } }));
      await Promise.race([seen, failed.promise]);
    },
  };
}

function writeOf(item: RawItem): StreamVersion | StreamPart {
  const { rolloutId, part } = item;
  if (rolloutId?.S === undefined || part?.S === undefined) return v.parse(Image, unmarshall(item));
  return { rolloutId: rolloutId.S, part: part.S, item };
}
