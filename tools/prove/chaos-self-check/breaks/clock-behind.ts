import { epochSeconds as original } from '../../../../functions/domain/epoch-seconds.ts';

export * from '../../../../functions/domain/epoch-seconds.ts';

/** It is two minutes earlier than it is, so that leases hold devices for longer than they say. */
export const epochSeconds: typeof original = (moment) => original(moment) - 120;
