/** A way to break the promise: a module that replaces another, and the checker's rule that must name the break. */
export interface Break {
  /** The broken module, in `breaks`. */
  readonly name: string;
  /** The module that it replaces, a project file or a package; it re-exports what it does not break. */
  readonly replaces: string;
  readonly rule: string;
}

const UPGRADE = 'functions/domain/upgrade.ts';
const CLOCK = 'functions/domain/epoch-seconds.ts';
const OUTCOME = 'functions/domain/write-outcome.ts';
const STATEMENTS = 'functions/store/upgrade-statements.ts';
const API_STATUS = 'functions/domain/api-status.ts';

export const BREAKS: readonly Break[] = [
  { name: 'no-state-is-live', replaces: UPGRADE, rule: 'one upgrade at a time' },
  { name: 'update-without-condition', replaces: STATEMENTS, rule: 'one upgrade at a time' },
  { name: 'own-write-unrecognised', replaces: OUTCOME, rule: 'no record otherwise' },
  { name: 'lease-endless-in-condition', replaces: UPGRADE, rule: 'certain without faults' },
  { name: 'clock-ahead', replaces: CLOCK, rule: 'one upgrade at a time' },
  { name: 'clock-behind', replaces: CLOCK, rule: '1 means the same upgrade' },
  { name: 'nothing-is-live', replaces: UPGRADE, rule: 'what is live is said' },
  { name: 'one-token-for-all', replaces: 'node:crypto', rule: '0 has its record' },
  { name: 'one-id-for-all', replaces: 'uuid', rule: 'claimed once' },
  { name: 'doubt-is-told-as-offline', replaces: API_STATUS, rule: 'no record otherwise' },
  { name: 'live-is-told-as-offline', replaces: API_STATUS, rule: 'what is live is said' },
  { name: 'repeat-and-busy-swapped', replaces: API_STATUS, rule: '11 means another upgrade' },
  { name: 'cancel-whatever-has-begun', replaces: STATEMENTS, rule: 'what is cancelled never begins' },
  { name: 'cancel-whichever-is-requested', replaces: STATEMENTS, rule: 'no record otherwise' },
  { name: 'begun-is-told-as-cancelled', replaces: API_STATUS, rule: '1 of a cancel means cancelled' },
  { name: 'cancelled-is-live', replaces: UPGRADE, rule: '1 means the same upgrade' },
];
