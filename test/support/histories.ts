import { check } from '../../tools/prove/chaos/checker/check.ts';
import { isLetter, MEMBER_STATES, STANDINGS } from '../../functions/domain/members.ts';
import type { History, Invocation, Moment, Report, Version } from '../../tools/prove/chaos/checker/history.ts';
import { rolloutOf } from './rollouts/rollout-of.ts';

type Operation = Invocation['operation'];

/** A request of SN1 and firmware 21 from 1,000 to 1,010 ms, by default of ann; undefined for one without an answer. */
function invocation(operation: Operation, code: number | undefined, overrides: Partial<Invocation> = {}): Invocation {
  const common = { operation, user: 'ann', sns: ['SN1'], firmwareId: 21, begun: 1_000, ended: 1_010, faultless: false };
  return { ...common, ...(code !== undefined && { answer: { status: 200, codes: { SN1: code } } }), ...overrides };
}

const start = invocation.bind(undefined, 'start-upgrade');
const cancel = invocation.bind(undefined, 'cancel-upgrade');
const dryRun = invocation.bind(undefined, 'dry-run-upgrade');

/** A status that was told 0 and this report, or another code. */
function status(told: Report | number | undefined): Invocation {
  if (typeof told === 'number') return invocation('upgrade-status', told);
  const answer = { status: 200, codes: { SN1: 0 }, ...(told && { reports: { SN1: told } }) };
  return invocation('upgrade-status', undefined, { answer });
}

/** The order of ids is that in which these users claim. */
function idOf(user: string): string {
  return `${String(['bob', 'ann'].indexOf(user) + 1)}-of-${user}`;
}

/** What a request of this user wrote at a moment: an upgrade named after the user, with a lease of an hour. */
export function claimed(requestedBy: string, sent: number, overrides: Partial<Version> = {}): Version {
  const upgrade = {
    sn: 'SN1',
    upgradeId: idOf(requestedBy),
    firmwareId: 21,
    requestedBy,
    requestKey: '-',
    state: 'requested',
  };
  return { ...upgrade, leaseEndsAt: 3_600, cancelledBy: '-', sent, answered: sent + 2, ...overrides };
}

/** The same, started under the key `k-1`. */
export function underKey(...versions: readonly Version[]): Version[] {
  return versions.map((version) => ({ ...version, requestKey: 'k-1' }));
}

/** A later version. */
export function later(version: Version, sent: number, overrides: Partial<Version>): Version {
  return { ...version, sent, answered: sent + 2, ...overrides };
}

/**
 * A history of these requests and records, with an event for each upgrade and a table as the stream left it. What bob
 * started and eve cancelled, they were told.
 */
export function history(
  invocations: readonly Invocation[],
  versions: readonly Version[],
  overrides: Partial<History> = {},
): History {
  const claims = versions.filter(({ state }) => state === 'requested');
  const around = ({ firmwareId, sent, answered }: Version) => ({ firmwareId, begun: sent - 10, ended: answered + 10 });
  const others = [
    ...claims
      .filter(({ requestedBy }) => requestedBy === 'bob')
      .map((one) => start(0, { user: 'bob', ...around(one) })),
    ...versions
      .filter(({ cancelledBy }) => cancelledBy === 'eve')
      .map((one) => cancel(0, { user: 'eve', ...around(one) })),
  ].filter(({ user }) => !invocations.some((one) => one.user === user));
  return {
    invocations: [...others, ...invocations],
    versions,
    events: claims.map(({ sn, upgradeId }) => ({ sn, upgradeId })),
    table: [...new Map(versions.map((version) => [version.sn, version])).values()],
    ...overrides,
  };
}

/** An upgrade before ann's request, what may become of it, and the same to another firmware. */
const bob = claimed('bob', 100);
const other = { ...bob, firmwareId: 22 };
const running = later(bob, 500, { state: 'running' });
const expired = later(running, 500, { leaseEndsAt: 1 });
const ended = later(bob, 500, { state: 'succeeded' });
const failed = later(bob, 500, { state: 'failed' });
const cancelled = later(bob, 500, { state: 'cancelled', cancelledBy: 'eve' });
const leaseUntil = (leaseEndsAt: number) => later(running, 500, { leaseEndsAt });

/** What ann's request may write. */
const ann = claimed('ann', 1_002);
const cancelledByAnn = later(bob, 1_002, { state: 'cancelled', cancelledBy: 'ann' });

/** What a status may tell of bob's upgrade. */
export const report: Report = { upgradeId: '1-of-bob', firmwareId: 21, state: 'requested' };

/** A start that is refused as a whole. */
const refused = (code: number, overrides: Partial<Invocation> = {}) =>
  start(undefined, { answer: { status: code, codes: { SN1: 4 } }, ...overrides });

/** What ann may ask for. */
export const requests = { start, cancel, dryRun, status, refused };

/** What may be on record. */
export const records = { bob, other, running, expired, ended, failed, cancelled, leaseUntil, ann, cancelledByAnn };

/** A moment at which the roll-out `spring-21`, made by ann, and its members SN0, SN1 and so on were like this. */
export function moment(
  text: string,
  overrides: Parameters<typeof rolloutOf>[0] = {},
  versions: Version[] = [],
): Moment {
  const letters = Array.from(text).filter(isLetter);
  const counts = Object.fromEntries(MEMBER_STATES.map((state) => [state, 0]));
  for (const letter of letters) counts[STANDINGS[letter].state] = (counts[STANDINGS[letter].state] ?? 0) + 1;
  const whole = { total: letters.length, waves: [{ devices: letters.length }], counts };
  const stored = {
    rollout: rolloutOf({ ...whole, ...overrides }),
    sns: letters.map((_, place) => `SN${String(place)}`),
  };
  return { stored: { ...stored, letters }, versions, sent: 1_000, answered: 1_002 };
}

/** A start of SN0, or another of them, by that roll-out. */
export function byRollout(overrides: Partial<Version> = {}): Version {
  return claimed('ann', 1_000, { sn: 'SN0', requestKey: 'rollout:spring-21', ...overrides });
}

/** The rules that a history breaks. */
export function broken(...parts: Parameters<typeof history>): string[] {
  return [...new Set(check(history(...parts)).map(({ rule }) => rule))];
}
