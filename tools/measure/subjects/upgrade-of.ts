import { randomUUID } from 'node:crypto';

/** An item as the document client gives and takes it. */
export type StoredItem = Record<string, unknown>;

const LEASE_SECONDS = 3_600;
const KEPT_SECONDS = 90 * 86_400;

/** The item of a started upgrade, with the attributes of ours. */
export function upgradeOf(sn: string, firmware: StoredItem, requestedBy: string): StoredItem {
  const { firmwareId, version, location, sizeBytes, sha256 } = firmware;
  const now = new Date();
  const seconds = Math.floor(now.getTime() / 1_000);
  return {
    sn,
    upgradeId: randomUUID(),
    ...{ firmwareId, version, location, sizeBytes, sha256 },
    claimToken: randomUUID(),
    requestedBy,
    requestedAt: now.toISOString(),
    state: 'requested',
    leaseEndsAt: seconds + LEASE_SECONDS,
    expiresAt: seconds + KEPT_SECONDS,
  };
}
