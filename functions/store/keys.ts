/** Key attribute of each table; the stack declares the tables with these names and the stores read by them. */
export const TableKeys = {
  /** Hexadecimal SHA-256 of the `cloud-sid`: a leaked table must not leak sessions. */
  sessions: 'sidHash',
  devices: 'sn',
  firmwares: 'firmwareId',
  upgrades: 'sn',
} as const;

/** Attribute, in whole epoch seconds, after which DynamoDB may delete an item of Sessions or Upgrades. */
export const TTL_ATTRIBUTE = 'expiresAt';
