import type { Invocation, History, Moment, Version } from './history.ts';

/** A version in words. */
export function versionText(version: Version): string {
  const { upgradeId, firmwareId, requestedBy, requestKey, state, cancelledBy, leaseEndsAt } = version;
  const lease = clock(leaseEndsAt * 1000);
  const now = state === 'cancelled' ? `${state} by ${cancelledBy}` : state;
  return `${upgradeId} (firmware ${String(firmwareId)}, by ${requestedBy}, key ${requestKey}, ${now}, lease until ${lease})`;
}

/** A request for one device in words. */
export function invocationText(
  { operation, user, firmwareId, key = '-', begun, ended, answer }: Invocation,
  sn: string,
): string {
  const code = answer === undefined ? 'nothing' : String(answer.codes[sn] ?? answer.status);
  const report = answer?.reports?.[sn];
  const told = report === undefined ? code : `${code} ${JSON.stringify(report)}`;
  const request = `${operation} by ${user} for firmware ${String(firmwareId)}, key ${key},`;
  return `${request} from ${clock(begun)} to ${clock(ended)} was told ${told}`;
}

/** A small history, one line for each request, record and event, in the order in which they began. */
export function historyLines({ invocations, versions, events, log = [], rolloutInvocations = [] }: History): string[] {
  const lines = [
    ...invocations.flatMap((invocation) =>
      invocation.sns.map((sn) => ({ at: invocation.begun, line: invocationText(invocation, sn) })),
    ),
    ...versions.map((version) => ({
      at: version.sent,
      line: `record  ${versionText(version)}, written from ${clock(version.sent)} to ${clock(version.answered)}`,
    })),
    ...rolloutInvocations.map(({ operation, begun, ended, answer }) => ({
      at: begun,
      line: `${operation} from ${clock(begun)} to ${clock(ended)} was told ${JSON.stringify(answer ?? 'nothing')}`,
    })),
    ...log.map((moment) => ({ at: moment.sent, line: momentText(moment) })),
  ];
  const inOrder = lines.sort((one, other) => one.at - other.at).map(({ line }) => line);
  return [...inOrder, ...events.map(({ upgradeId }) => `event   UpgradeRequested ${upgradeId}`)];
}

function momentText({ stored, versions, sent, answered }: Moment): string {
  const { version, revision, state, reason = '-', wave } = stored?.rollout ?? {};
  const head = stored && JSON.stringify({ version, revision, state, reason, wave, letters: stored.letters.join('') });
  const records = versions.map((one) => `${one.sn} ${versionText(one)}`);
  return `log     from ${clock(sent)} to ${clock(answered)}: ${[head ?? [], ...records].flat().join('; ')}`;
}

/** The time of day, in UTC, of milliseconds since 1970; a write that was never answered has no end. */
function clock(ms: number): string {
  return Number.isFinite(ms) ? new Date(ms).toISOString().slice(11, 23) : 'unknown';
}
