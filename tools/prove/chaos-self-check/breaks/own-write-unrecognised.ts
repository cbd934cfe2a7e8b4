import type { resolveConflict as original } from '../../../../functions/domain/write-outcome.ts';

export * from '../../../../functions/domain/write-outcome.ts';

/** A request does not know its own record, and takes a lost reply for none. */
export const resolveConflict: typeof original = (record) => ({ kind: 'refused', by: record });
