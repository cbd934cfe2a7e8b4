import { v7 as uuidv7 } from 'uuid';
import type { PastUpgrade } from '../../functions/domain/upgrade.ts';

/** Ids of upgrades in the order of their claims, and the time of the first. */
export function idsFrom(ms: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => uuidv7({ msecs: ms + index }));
}

/** What both events tell of an upgrade. */
export function detailOf(sn: string, upgradeId = '') {
  const of = {
    sn,
    upgradeId,
    firmwareId: '21',
    version: '2.4.0',
    requestedBy: 'CORP%5Cann',
    requestKey: 'rollout:spring-21',
  };
  return { ...of, requestedAt: '2026-11-27T12:00:00.000Z' };
}

export function past(upgradeId: string, overrides: Partial<PastUpgrade> = {}): PastUpgrade {
  return {
    ...{
      upgradeId,
      firmwareId: 21,
      version: '2.4.0',
      requestedBy: 'ann',
      requestKey: 'ours',
      requestedAt: '2026-11-27T12:00:00.000Z',
    },
    ...{ claimToken: undefined, state: 'requested', leaseEndsAt: undefined, progress: undefined, reason: undefined },
    ...{ endedAt: undefined, ...overrides },
  };
}
