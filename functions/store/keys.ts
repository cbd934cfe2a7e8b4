/** Key attribute of each table; the stack declares the tables with these names and the stores read by them. */
export const TableKeys = {
  /** Hexadecimal SHA-256 of the `cloud-sid`: a leaked table must not leak sessions. */
  sessions: 'sidHash',
  devices: 'sn',
  firmwares: 'firmwareId',
  upgrades: 'sn',
  upgradeHistory: 'sn',
} as const;

/** Sort key of UpgradeHistory: the upgrades of a device in the order of its claims. */
export const HISTORY_SORT_KEY = 'upgradeId';

/** Keys of Rollouts: each item is the head of a roll-out, or one of its chunks. */
export const ROLLOUT_KEYS = { partition: 'rolloutId', sort: 'part' } as const;
/** Index of Rollouts. Heads alone have a phase, and so are in it. */
export const PHASE_INDEX = { name: 'byPhase', partitionKey: 'phase', sortKey: 'createdAt' } as const;

/** Attribute, in whole epoch seconds, after which DynamoDB may delete an item of Sessions, Upgrades, UpgradeHistory or Rollouts. */
export const TTL_ATTRIBUTE = 'expiresAt';
