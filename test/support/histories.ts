import type { Invocation, History, Version } from '../../tools/prove/chaos/checker/history.ts';

/** A request, by default a start of firmware 21 on SN1 from 1,000 to 1,010 ms, without an answer unless a code is given. */
export function ask(user: string, code?: number, overrides: Partial<Invocation> = {}): Invocation {
  const answer = code === undefined ? {} : { answer: { status: 200, codes: { SN1: code } } };
  const times = { begun: 1_000, ended: 1_010, faultless: false };
  return { operation: 'start-upgrade', user, sns: ['SN1'], firmwareId: 21, ...times, ...answer, ...overrides };
}

/** What a request of this user wrote at a moment: an upgrade named after the user, with a lease of an hour. */
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

/** A later version, as reported by a device gateway. */
export function reported(version: Version, sent: number, overrides: Partial<Version>): Version {
  return { ...version, sent, answered: sent + 2, ...overrides };
}

/** A history of these requests and records, with an event for each upgrade and a table as the stream left it. */
export function history(
  invocations: readonly Invocation[],
  versions: readonly Version[],
  overrides: Partial<History> = {},
): History {
  const events = versions.filter(({ state }) => state === 'requested').map(({ sn, upgradeId }) => ({ sn, upgradeId }));
  const table = [...new Map(versions.map((version) => [version.sn, version])).values()];
  return { invocations, versions, events, table, ...overrides };
}
