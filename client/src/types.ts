import type { components } from './generated/schema.ts';

type Schemas = components['schemas'];

/** A list with one entry for each type, in the order 1, 2, 3, 6, 4, 5; as a plain array, since callers look by type. */
export interface StreamServerList extends Omit<Schemas['StreamServerList'], 'serverList'> {
  readonly serverList: readonly StreamConfigInfo[];
}

/** One stream server. */
export type StreamConfigInfo = Schemas['StreamConfigInfo'];

/** Which devices, which firmware. */
export type UpgradeRequest = Schemas['UpgradeRequest'];

/** An accepted request: every device was judged on its own. */
export type UpgradeAnswer = Schemas['UpgradeAnswer'];

/** What one device is told. */
export type UpgradeDetail = Schemas['UpgradeDetail'];
