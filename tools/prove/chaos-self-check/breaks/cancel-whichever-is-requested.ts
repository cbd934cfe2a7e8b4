import { cancelStatements as original } from '../../../../functions/store/upgrade-statements.ts';

export * from '../../../../functions/store/upgrade-statements.ts';

/** Whichever upgrade is requested is cancelled, even if it has taken the place of the one that was read. */
export const cancelStatements: typeof original = (table) => {
  const statementOf = original(table);
  return (cancellation) => {
    const { text, parameters } = statementOf(cancellation);
    return { text: text.replace(' AND "upgradeId" = ?', ''), parameters: parameters.slice(0, -1) };
  };
};
