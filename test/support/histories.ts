import type { Ask, History, Version } from '../../tools/prove/chaos/checker/history.ts';

/** A request to start, unless given, for device SN1 and firmware 21, from 1,000 to 1,010 ms, told nothing unless a code is given. */
export function ask(user: string, code?: number, overrides: Partial<Ask> = {}): Ask {
  const answer = code === undefined ? {} : { answer: { status: 200, codes: { SN1: code } } };
  const times = { begun: 1_000, ended: 1_010, faultless: false };
  return { operation: 'start-upgrade', user, sns: ['SN1'], firmwareId: 21, ...times, ...answer, ...overrides };
}

/** What a request of this user wrote at a moment: an upgrade named after him. Its lease ends after an hour. */
export function claimed(requestedBy: string, sent: number, overrides: Partial<Version> = {}): Version {
  return {
    sn: 'SN1',
    upgradeId: `of-${requestedBy}`,
    firmwareId: 21,
    requestedBy,
    state: 'requested',
    leaseEndsAt: 3_600,
    cancelledBy: '-',
    sent,
    answered: sent + 2,
    ...overrides,
  };
}

/** What a device gateway made of it later. */
export function reported(version: Version, sent: number, overrides: Partial<Version>): Version {
  return { ...version, sent, answered: sent + 2, ...overrides };
}

/** A history of these requests and records, with an event for each upgrade and a table as the stream left it. */
export function history(asks: readonly Ask[], versions: readonly Version[], overrides: Partial<History> = {}): History {
  const events = versions.filter(({ state }) => state === 'requested').map(({ sn, upgradeId }) => ({ sn, upgradeId }));
  const table = [...new Map(versions.map((version) => [version.sn, version])).values()];
  return { asks, versions, events, table, ...overrides };
}
