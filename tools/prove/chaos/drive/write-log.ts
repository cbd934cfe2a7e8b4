import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { Rollout } from '../../../../functions/domain/rollout.ts';
import { NONE } from '../../../../functions/store/items/upgrade.ts';
import type { DatabaseCall, Intervention } from '../../../stage/database-proxy/fault-proxy.ts';
import type { DatabaseReply } from '../../../stage/database-proxy/outcome.ts';
import { responsesOf, statementsOf, WireText } from '../../../stage/database-proxy/statements.ts';
import type { Version } from '../checker/history.ts';
import type { StreamVersion } from './stream-log.ts';

/** `answered` is Infinity when the engine never did. */
type Sending = Pick<Version, 'sent' | 'answered'>;

const POLL_MS = 50;

/** Keeps the times of all writes to Upgrades, and to heads of roll-outs, that the engine accepted: streams have only whole seconds. */
export class WriteLog {
  readonly #sendings = new Map<string, Sending>();
  #underWay = 0;

  /** Watches what an intervention forwards. */
  watching(intervention: Intervention): Intervention {
    return async (call, forward) => {
      this.#underWay += 1;
      try {
        return await intervention(call, (input = call.input) =>
          this.#timed({ ...call, input }, () => forward(input === call.input ? undefined : input)),
        );
      } finally {
        this.#underWay -= 1;
      }
    };
  }

  /** When a version was written. Throws if no such write was seen: something wrote without being watched. */
  timesOf(version: StreamVersion): Sending {
    return this.#timesOfOne([keyOfVersion(version)]);
  }

  /** The same, of a head. A write that counts on does not tell the revision. */
  timesOfHead({ rolloutId, revision, changedBy = NONE, changedAt }: Rollout): Sending {
    return this.#timesOfOne([headKey(rolloutId, revision), headKey(rolloutId, changedBy, changedAt)]);
  }

  #timesOfOne(keys: readonly string[]): Sending {
    const sending = keys.map((key) => this.#sendings.get(key)).find((one) => one !== undefined);
    if (sending === undefined) throw new Error(`the stream tells of a write that nobody sent: ${keys.join(' or ')}`);
    return sending;
  }

  /** Resolves when no call is in flight any more, late ones included. */
  async settled(): Promise<void> {
    while (this.#underWay > 0) await pause(POLL_MS);
  }

  async #timed(call: DatabaseCall, forward: () => Promise<DatabaseReply>): Promise<DatabaseReply> {
    const sent = Date.now();
    try {
      const reply = await forward();
      for (const key of acceptedBy(reply, call)) this.#add(key, { sent, answered: Date.now() });
      return reply;
    } catch (error) {
      // The writes may have been made, or may be made later.
      for (const key of keysOf(call)) this.#add(key, { sent, answered: Infinity });
      throw error;
    }
  }

  /** A repeated report is accepted each time: any of them may have changed the record. */
  #add(key: string, { sent, answered }: Sending): void {
    const before = this.#sendings.get(key) ?? { sent, answered };
    this.#sendings.set(key, { sent: Math.min(sent, before.sent), answered: Math.max(answered, before.answered) });
  }
}

/** A key for the write that made this version; {@link keysOf} gives it the same one. */
function keyOfVersion({ sn, upgradeId, state, progress, leaseEndsAt, cancelledBy }: StreamVersion): string {
  if (state === 'cancelled') return cancellationKey(sn, cancelledBy);
  return state === 'running' ? progressKey(upgradeId, String(progress), String(leaseEndsAt)) : `${upgradeId} ${state}`;
}

function progressKey(upgradeId: string, progress: string, lease: string): string {
  return `${upgradeId} running ${progress} ${lease}`;
}

/** By device and not by upgrade, which a defective function might not check. */
function cancellationKey(sn: string, cancelledBy: string): string {
  return `${sn} cancelled by ${cancelledBy}`;
}

/** @param by the revision, or who changed the state and when */
function headKey(rolloutId: string, ...by: readonly (string | number | undefined)[]): string {
  return `${rolloutId} by ${by.join()}`;
}

const Cancellation = v.object({ sets: v.object({ cancelledBy: v.string() }), where: v.object({ sn: v.string() }) });

function cancellationOf({ sets, where }: v.InferOutput<typeof Cancellation>): string {
  return cancellationKey(where.sn, sets.cancelledBy);
}

const Report = v.object({
  ExpressionAttributeValues: v.object({
    ':upgradeId': WireText,
    ':progress': v.optional(WireText),
    ':leaseEndsAt': v.optional(WireText),
    ':complete': v.optional(WireText),
  }),
});

/** Keys of the writes that a call makes: claims, cancellations and heads, one per statement, and reports of the device gateway. */
function keysOf(call: DatabaseCall): string[] {
  if (call.operation === 'UpdateItem') return [reportKey(v.parse(Report, call.input).ExpressionAttributeValues)];
  return statementsOf(call).map(({ sets, where }) => {
    const { upgradeId, revision, rolloutId = where['rolloutId'] } = sets;
    if (upgradeId !== undefined) return `${upgradeId} requested`;
    if (rolloutId === undefined) return cancellationOf(v.parse(Cancellation, { sets, where }));
    if (where['part'] !== undefined) return `chunk ${where['part']}`;
    return revision === undefined
      ? headKey(rolloutId, sets['changedBy'], sets['changedAt'])
      : headKey(rolloutId, revision);
  });
}

function acceptedBy({ status, body }: DatabaseReply, call: DatabaseCall): string[] {
  if (status !== 200) return [];
  const keys = keysOf(call);
  if (call.operation !== 'BatchExecuteStatement') return keys;
  const responses = responsesOf(body);
  return keys.filter((_key, index) => responses[index] !== undefined && responses[index].Error === undefined);
}

function reportKey(values: v.InferOutput<typeof Report>['ExpressionAttributeValues']): string {
  const { ':upgradeId': upgradeId, ':progress': progress, ':leaseEndsAt': lease, ':complete': complete } = values;
  if (progress !== undefined && lease !== undefined) return progressKey(upgradeId, progress, lease);
  return `${upgradeId} ${complete === undefined ? 'failed' : 'succeeded'}`;
}
