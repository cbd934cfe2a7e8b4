import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
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
export function startStreamLog(
  scope: AsyncDisposableStack,
  { template, dynamodbEndpoint: endpoint, tables, documents }: ChaosStage,
  onRequested: (event: RequestedEvent) => void,
): StreamLog {
  const versions: StreamVersion[] = [];
  const events: RequestedEvent[] = [];
  const marks = new Map<string, () => void>();
  const failed = Promise.withResolvers<never>();
  // Whoever waits for the log sees the error; a run that fails earlier has its own.
  failed.promise.catch(() => undefined);
  startPipes(scope, {
    template,
    endpoint,
    onRecord: ({ dynamodb }) => {
      const image = v.parse(Image, unmarshall(dynamodb?.NewImage ?? {}));
      if (image.sn === MARK) marks.get(image.upgradeId)?.();
      else versions.push(image);
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
    versions,
    events,
    caughtUp: async () => {
      const upgradeId = randomUUID();
      const seen = new Promise<void>((resolve) => marks.set(upgradeId, resolve));
      const named = { requestedBy: MARK, requestKey: MARK, cancelledBy: MARK };
      const mark = { upgradeId, firmwareId: 0, ...named, state: MARK, leaseEndsAt: 0 };
      await documents.send(new PutCommand({ TableName: tables.upgrades, Item: { sn: MARK, ...mark } }));
      await Promise.race([seen, failed.promise]);
    },
  };
}
