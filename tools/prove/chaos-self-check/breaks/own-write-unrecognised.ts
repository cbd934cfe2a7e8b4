import type { resolveConflict as original } from '../../../../functions/domain/write-outcome.ts';

export * from '../../../../functions/domain/write-outcome.ts';

/** A request does not recognise its own record, and takes its write for refused when the reply is lost. */
export const resolveConflict: typeof original = (record) => ({ kind: 'refused', by: record });
