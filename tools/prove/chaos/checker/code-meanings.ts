import type { UpgradeOperation } from '../../../../functions/domain/operations.ts';
import {
  codeOf,
  isLiveAt,
  isStartedUnderKey,
  isUnfinished,
  mayHaveBeen,
  mayHaveBeenLive,
  type Facts,
  type Period,
  type Rule,
  type Violation,
} from './facts.ts';
import type { Invocation } from './history.ts';
import { invocationText, versionText } from './text.ts';

/** What a code says about a device: it may have been true at some moment during the call. */
interface Meaning {
  readonly rule: string;
  readonly operations: readonly UpgradeOperation[];
  readonly code: number;
  /** Whether the record at that moment fits the code; by default, no record does. */
  readonly isMeant?: (period: Period, invocation: Invocation, sn: string) => boolean;
  /** Whether the code also fits when nothing is on record. */
  readonly orNothing?: boolean;
}

const isSame = ({ version }: Period, invocation: Invocation): boolean => version.firmwareId === invocation.firmwareId;

const MEANINGS: readonly Meaning[] = [
  {
    rule: '1 means the same upgrade',
    operations: ['start-upgrade', 'dry-run-upgrade'],
    code: 1,
    isMeant: (period, invocation) =>
      isStartedUnderKey(period, invocation) || (isSame(period, invocation) && mayHaveBeenLive(period, invocation)),
  },
  {
    rule: '11 means another upgrade',
    operations: ['start-upgrade', 'dry-run-upgrade', 'cancel-upgrade'],
    code: 11,
    isMeant: (period, invocation) => !isSame(period, invocation) && mayHaveBeenLive(period, invocation),
  },
  {
    rule: '1 of a cancel means cancelled',
    operations: ['cancel-upgrade'],
    code: 1,
    isMeant: (period, invocation) => isSame(period, invocation) && period.version.state === 'cancelled',
  },
  {
    rule: '38 means begun or ended',
    operations: ['cancel-upgrade'],
    code: 38,
    isMeant: (period, invocation) =>
      isSame(period, invocation) && !['requested', 'cancelled'].includes(period.version.state),
  },
  {
    rule: '16 of a cancel means no such upgrade',
    operations: ['cancel-upgrade'],
    code: 16,
    isMeant: (period, invocation) => !isSame(period, invocation) && !isLiveAt(period, invocation.ended),
    orNothing: true,
  },
  { rule: '16 of a status means no upgrade', operations: ['upgrade-status'], code: 16, orNothing: true },
  { rule: 'a status tells what is on record', operations: ['upgrade-status'], code: 0, isMeant: isReported },
];

/** A code other than 0 and 4, or a report, tells what was true at some moment during the call. */
export const codesMean: Rule = (facts) => MEANINGS.flatMap((meaning) => unexplained(facts, meaning));

function unexplained(facts: Facts, { rule, operations, code, isMeant, orNothing = false }: Meaning): Violation[] {
  return facts.invocationsOf(...operations).flatMap((invocation) =>
    invocation.sns
      .filter((sn) => codeOf(invocation, sn) === code)
      .filter((sn) => {
        const periods = facts.periods.get(sn) ?? [];
        const mayBeNothing = (periods[0]?.from.latest ?? Infinity) >= invocation.begun;
        const isExplained = (period: Period) =>
          mayHaveBeen(period, invocation) && isMeant?.(period, invocation, sn) === true;
        return !(orNothing && mayBeNothing) && !periods.some(isExplained);
      })
      .map((sn) => ({
        rule,
        sn,
        what: `${invocationText(invocation, sn)}, ${recordDuring(facts.periods.get(sn), invocation)}`,
      })),
  );
}

/** The reported state is that of the record, except `timed-out`, which depends on the clock. */
function isReported(period: Period, invocation: Invocation, sn: string): boolean {
  const { version } = period;
  const report = invocation.answer?.reports?.[sn];
  if (report?.upgradeId !== version.upgradeId || report.firmwareId !== version.firmwareId) return false;
  if (report.state === 'timed-out') return isUnfinished(version) && !isLiveAt(period, invocation.ended);
  return report.state === version.state && (!isUnfinished(version) || mayHaveBeenLive(period, invocation));
}

function recordDuring(periods: readonly Period[] = [], invocation: Invocation): string {
  const current = periods.filter((period) => mayHaveBeen(period, invocation));
  if (current.length === 0) return 'with nothing on record';
  return `with this on record meanwhile: ${current.map(({ version }) => versionText(version)).join(', ')}`;
}
