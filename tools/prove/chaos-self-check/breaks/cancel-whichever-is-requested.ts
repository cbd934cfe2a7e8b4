import { cancelStatements as original } from '../../../../functions/store/upgrade-statements.ts';

export * from '../../../../functions/store/upgrade-statements.ts';

/** Any requested upgrade is cancelled, even one that has replaced the upgrade that was read. */
export const cancelStatements: typeof original = (table) => {
  const statementOf = original(table);
  return (cancellation) => {
    const { text, parameters } = statementOf(cancellation);
    return { text: text.replace(' AND "upgradeId" = ?', ''), parameters: parameters.slice(0, -1) };
  };
};
