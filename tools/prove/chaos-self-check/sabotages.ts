import type { Change } from './sabotaged-assembly.ts';

/** A way to break the promise, and the rule of the checker that is to name it. */
export interface Sabotage {
  readonly name: string;
  readonly changes: readonly Change[];
  readonly rule: string;
}

const CONDITION = 'infra/bundle-stubs/claim-condition.ts';
const HELD = 'functions/upgrade/start/held.ts';
const DOMAIN = 'functions/domain/upgrade.ts';

/** DynamoDB wants every value of a condition to be used: so a term is not left out, but made void. */
const voided = (text: string, denied: string): Change => ({ file: CONDITION, text, by: `(${text} OR ${denied})` });

const LEASE_AHEAD = '#leaseEndsAt BETWEEN :soonest AND :latest';
const LEASE_HOLDS = voided(LEASE_AHEAD, `NOT (${LEASE_AHEAD})`);
const OWN = 'held.claimToken === upgrade.claimToken';

export const SABOTAGES: readonly Sabotage[] = [
  {
    name: 'condition: everything passes',
    changes: [voided('NOT (${IS_LIVE})', '(${IS_LIVE})')],
    rule: 'one upgrade at a time',
  },
  {
    name: 'condition: what was on record may be written again',
    changes: [voided('NOT (${IS_NEWER})', '(${IS_NEWER})')],
    rule: 'claimed once',
  },
  {
    name: 'token: any record passes for our own',
    changes: [{ file: HELD, text: OWN, by: 'held.claimToken !== undefined' }],
    rule: '0 has its record',
  },
  {
    name: 'token: no record passes for our own, and nothing is doubted',
    changes: [
      { file: HELD, text: OWN, by: 'false' },
      { file: HELD, text: 'mayBeWritten || ', by: '' },
    ],
    rule: 'no record otherwise',
  },
  {
    name: 'lease: never runs out',
    changes: [LEASE_HOLDS, { file: DOMAIN, text: ' && isAhead(held.leaseEndsAt, now)', by: '' }],
    rule: '1 means the same upgrade',
  },
  {
    name: 'lease: never runs out for the engine alone',
    changes: [LEASE_HOLDS],
    rule: 'certain without faults',
  },
  {
    name: 'lease: has always run out',
    changes: [{ file: CONDITION, text: 'epochSeconds(requestedAt) + 1', by: 'LAST_EPOCH_SECOND' }],
    rule: 'one upgrade at a time',
  },
];
