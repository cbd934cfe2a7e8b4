import * as v from 'valibot';
import type { DatabaseCall } from '../proxy/fault-proxy.ts';

const Text = v.pipe(
  v.object({ S: v.string() }),
  v.transform(({ S }) => S),
);
const Count = v.pipe(
  v.object({ N: v.string() }),
  v.transform(({ N }) => N),
);

/** The claim of start-upgrade, and the three reports of the device gateway, as they go over the wire. */
const Claim = v.object({ Item: v.object({ upgradeId: Text, state: Text }) });
const Report = v.object({
  ExpressionAttributeValues: v.object({
    ':upgradeId': Text,
    ':progress': v.optional(Count),
    ':leaseEndsAt': v.optional(Count),
    ':complete': v.optional(Count),
  }),
});

/** What a record looks like after a write, as far as that tells the write. */
export interface Written {
  readonly upgradeId: string;
  readonly state: string;
  readonly progress?: number | undefined;
  readonly leaseEndsAt: number;
}

/** A name for the write that made a record what it is. */
export function keyOfWritten({ upgradeId, state, progress, leaseEndsAt }: Written): string {
  return state === 'running' ? progressKey(upgradeId, String(progress), String(leaseEndsAt)) : `${upgradeId} ${state}`;
}

/** The name of the write that a call makes; undefined when it writes no upgrade. */
export function writeKeyOf({ operation, input }: DatabaseCall): string | undefined {
  if (operation === 'PutItem') {
    const { upgradeId, state } = v.parse(Claim, input).Item;
    return `${upgradeId} ${state}`;
  }
  return operation === 'UpdateItem' ? reportKey(v.parse(Report, input).ExpressionAttributeValues) : undefined;
}

function reportKey(values: v.InferOutput<typeof Report>['ExpressionAttributeValues']): string {
  const { ':upgradeId': upgradeId, ':progress': progress, ':leaseEndsAt': lease, ':complete': complete } = values;
  if (progress !== undefined && lease !== undefined) return progressKey(upgradeId, progress, lease);
  return `${upgradeId} ${complete === undefined ? 'failed' : 'succeeded'}`;
}

function progressKey(upgradeId: string, progress: string, lease: string): string {
  return `${upgradeId} running ${progress} ${lease}`;
}
