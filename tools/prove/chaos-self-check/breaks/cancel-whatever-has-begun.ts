import { cancelStatements as original } from '../../../../functions/store/upgrade-statements.ts';

export * from '../../../../functions/store/upgrade-statements.ts';

/** The upgrade that was read is cancelled even if its device has begun it in the meantime. */
export const cancelStatements: typeof original = (table) => {
  const statementOf = original(table);
  return (cancellation) => {
    const { text, parameters } = statementOf(cancellation);
    return { text: text.replace(` AND "state" = 'requested'`, ''), parameters };
  };
};
