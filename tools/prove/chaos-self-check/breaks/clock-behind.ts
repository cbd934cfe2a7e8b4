import { epochSeconds as original } from '../../../../functions/domain/epoch-seconds.ts';

export * from '../../../../functions/domain/epoch-seconds.ts';

/** The clock is two minutes slow, so that leases hold devices for longer than they say. */
export const epochSeconds: typeof original = (moment) => original(moment) - 120;
