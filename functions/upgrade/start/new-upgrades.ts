import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import type { AvailableFirmware } from '../../domain/firmware.ts';
import type { Upgrade } from '../../domain/upgrade.ts';

interface Order {
  readonly firmware: AvailableFirmware;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly leaseSeconds: number;
}

/**
 * An upgrade for each device, each with an id of its own, all of one time and one token: by the token an invocation
 * knows its own writes.
 */
export function newUpgrades(sns: readonly string[], order: Order): readonly Upgrade[] {
  const { firmware, requestedBy, requestedAt, leaseSeconds } = order;
  const { firmwareId, file } = firmware;
  const claimToken = randomUUID();
  const leaseEndsAt = epochSeconds(requestedAt) + leaseSeconds;
  const common = { firmwareId, file, claimToken, requestedBy, requestedAt, leaseEndsAt };
  return sns.map((sn) => ({ sn, upgradeId: idAt(requestedAt), ...common }));
}

/** Of the time of the request, not of a moment after it. Random bytes of our own, as those of uuid load Web Crypto. */
function idAt(time: Date): string {
  return uuidv7({ msecs: time.getTime(), random: randomBytes(16) });
}
