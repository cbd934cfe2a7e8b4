import type { components } from './generated/schema.ts';

type Schemas = components['schemas'];

/** Which devices, which firmware. */
export type UpgradeRequest = Schemas['UpgradeRequest'];

/** One stream server. */
export type StreamConfigInfo = Schemas['StreamConfigInfo'];

/** What one device is told. */
export interface UpgradeDetail {
  /** Serial number of the device. */
  readonly sn: string;
  /** A result code. Numbers that this version does not know may come. */
  readonly result: number;
}

interface Answered {
  /** The gateway's id of the last request that was answered, for the operators; undefined if there is none. */
  readonly requestId: string | undefined;
}

/** An accepted request: every device was judged on its own. */
export interface UpgradeAnswer extends Answered {
  readonly result: 0;
  readonly method: 'start-upgrade';
  /** An entry for each distinct serial number, in the order of the request. */
  readonly details: readonly UpgradeDetail[];
}

/** The stream servers of a device. */
export interface StreamServerList extends Answered {
  readonly status: 0;
  readonly message: 'SUCCESS';
  readonly totalCount: number;
  /** One entry for each type, in the order 1, 2, 3, 6, 4, 5. */
  readonly serverList: readonly StreamConfigInfo[];
}
