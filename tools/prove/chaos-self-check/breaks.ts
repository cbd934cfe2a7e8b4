import type { ChaosOptions } from '../chaos/drive/run-chaos.ts';

/** A defect that shows only when requests interleave, and the checker's rule that must name it. */
export interface Break {
  readonly name: string;
  readonly rule: string;
  /** Whether this rule alone may name it. */
  readonly isOnly?: true;
  /** What stands in a module of `functions`, and what stands there instead. */
  readonly changes: readonly (readonly [module: string, text: string, instead: string])[];
  /** What its runs have instead of the usual, so that they surely make the interleaving that shows it. */
  readonly driving?: Partial<ChaosOptions>;
}

const STATEMENTS = 'store/upgrade-statements.ts';
const CLAIM = 'upgrade/start/claim.ts';
const OUTCOME = 'domain/write-outcome.ts';
const HEADS = 'store/rollout-statements.ts';
const AWAITED = 'rollout/advance/awaited.ts';

/** Devices begin late and writes are slow: meanwhile others cancel that upgrade and start the next. */
const RACING: Break['driving'] = {
  ...{ callers: 24, devices: 8, latestBeginMs: 8_000, operations: ['start-upgrade', 'cancel-upgrade'] },
  rules: [{ fault: 'slow', rate: 0.4, operation: 'BatchExecuteStatement' }],
};

/** Roll-outs of few devices, many of which others start as well. */
const ROLLING: Break['driving'] = { operators: 8, callers: 4, devices: 12, requests: 200 };

const OF_UPGRADES: readonly Break[] = [
  {
    name: 'a claim overwrites whatever is on record',
    rule: 'one upgrade at a time',
    changes: [
      [STATEMENTS, ' AND ${isTheOne} AND NOT (${IS_LIVE})', ''],
      [STATEMENTS, '[...fresh, sn, ...ends]', '[...fresh, sn]'],
      [STATEMENTS, '[...fresh, sn, { S: upgradeId }, ...ends]', '[...fresh, sn]'],
    ],
  },
  {
    name: 'a request does not recognise its own record, and takes its write for refused when the reply is lost',
    rule: 'no record otherwise',
    changes: [
      [OUTCOME, 'record?.claimToken === token || record?.cancelToken === token', 'false'],
      [OUTCOME, 'return mayBeWritten ?', 'return false ?'],
    ],
  },
  {
    name: 'no lease ends in the condition of a claim, while the function sees leases end',
    rule: 'certain without faults',
    changes: [[STATEMENTS, 'leaseEnds(epochSeconds(upgrade.requestedAt))', '[0, 9_999_999_999]']],
  },
  {
    name: 'all requests have the same token, so that each takes any record for its own',
    rule: '0 has its record',
    changes: [
      [CLAIM, 'randomUUID()', "'the-same-token'"],
      ['upgrade/cancel/cancel-upgrade.ts', 'randomUUID()', "'the-same-token'"],
    ],
  },
  {
    name: 'a cancel overwrites the upgrade that it has read even if its device has begun it since',
    rule: 'what is cancelled never begins',
    changes: [[STATEMENTS, ` AND "state" = 'requested'\``, '`']],
  },
  {
    name: 'a cancel overwrites any requested upgrade, not only the one that it has read',
    rule: 'no record otherwise',
    changes: [
      [STATEMENTS, `\${isTheOne} AND "state" = 'requested'`, `"state" = 'requested'`],
      [STATEMENTS, '[...parameters, { S: upgradeId }]', 'parameters'],
    ],
    driving: RACING,
  },
  {
    name: 'a claim that is made again, over an upgrade that came in between, keeps its id',
    rule: 'ids in the order of claims',
    changes: [[CLAIM, 'claimOver(outcome.by, upgrade, clock(), leaseSeconds)', '{ ...claim, replaced: outcome.by }']],
    driving: RACING,
  },
  {
    name: 'a claim is made again also over an upgrade of its own key, if that one has come in between and ended',
    rule: 'once under a key',
    isOnly: true,
    changes: [
      [CLAIM, 'resultOfRecord(blocker, upgrade,', 'resultOfRecord(blocker, { ...upgrade, requestKey: undefined },'],
    ],
    driving: { ...RACING, latestBeginMs: 0 },
  },
];

const OF_ROLLOUTS: readonly Break[] = [
  {
    name: 'a member that a roll-out starts is left waiting, and so is started again when its upgrade has ended',
    rule: 'R1',
    changes: [['rollout/advance/claim.ts', `verdict === 'CLAIM' ? 'r'`, `verdict === 'CLAIM' ? 'w'`]],
  },
  {
    name: 'a pause does not count revisions, and a claim looks at nothing else',
    rule: 'R2',
    changes: [
      [HEADS, ' SET "revision" = "revision" + 1', ''],
      [HEADS, `"revision" = ? AND "state" = 'running'`, '"revision" = ?'],
    ],
  },
  {
    name: 'a head is written over a later one than the run has read',
    rule: 'R3',
    changes: [[HEADS, `'"revision" = ?'`, `'"revision" >= ?'`]],
  },
  {
    name: 'a roll-out takes devices whose end another has yet to see',
    rule: 'R3',
    changes: [[AWAITED, 'isUnseen || (other !== undefined && awaits(other, sn))', 'awaited.has(sn)']],
    driving: { ...ROLLING, callers: 1, rolloutFields: { waves: [{ percent: 100 }] } },
  },
  {
    name: 'what is on record for a device is taken for the end of the member, whoever started it',
    rule: 'R3',
    changes: [['rollout/seen.ts', 'record?.requestKey !== key', 'record === undefined']],
  },
  {
    name: 'as many more are started as devices have begun',
    rule: 'R4',
    changes: [['rollout/slice.ts', 'underWayOf(rollout);', 'rollout.counts.requested;']],
    driving: { ...ROLLING, devices: 40, rolloutFields: { 'max-in-flight': 2, waves: [{ percent: 100 }] } },
  },
  {
    name: 'a wave passes without proof',
    rule: 'R5',
    changes: [['rollout/decide.ts', `isProven(rollout) ? passageOf(rollout) : 'no-success'`, 'passageOf(rollout)']],
  },
  {
    name: 'ends are written before it is decided whether to stop',
    rule: 'R6',
    changes: [['rollout/advance/look.ts', 'index === groups.length - 1', 'changed.length === 0']],
  },
  {
    name: 'members that have ended are looked at again',
    rule: 'R7',
    changes: [['rollout/advance/look.ts', '!isUnderWay(before)', `before === 'q'`]],
  },
  {
    name: 'members that wait are not tried again',
    rule: 'R8',
    changes: [['rollout/slice.ts', 'isWaiting(letter) ?', 'isWaiting(letter) && place < 0 ?']],
  },
];

export const BREAKS = [...OF_UPGRADES, ...OF_ROLLOUTS.map((one): Break => ({ driving: ROLLING, ...one }))];
