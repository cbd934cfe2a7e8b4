import type { StreamServerItem } from '../store/items/device.ts';

/** Kind of stream server (interface 2.1): 1, 2 and 3 are platforms, 4 RTMP, 5 SRT, 6 NDI. */
export type StreamServerType = StreamServerItem['type'];

/** One entry of the answer's `serverList`, exactly as interface 2.1 has it: nothing secret, nothing more. */
export interface StreamConfigInfo {
  /** Integer, 0 or above, unique in the list; may exceed 32 bits. */
  readonly id: number;
  readonly name: string;
  readonly type: StreamServerType;
  /** Whether the configuration is complete and valid. */
  readonly isConfigured: boolean;
}
