import { claimStatements as original } from '../../../../functions/store/upgrade-statements.ts';

export * from '../../../../functions/store/upgrade-statements.ts';

const KEY = 'WHERE "sn" = ?';

/** A claim overwrites whatever is on record for its device, even a record written in the meantime. */
export const claimStatements: typeof original = (table) => {
  const statementOf = original(table);
  return (claim) => {
    const { text, parameters } = statementOf(claim);
    const [changes, condition] = text.split(KEY);
    if (condition === undefined) return { text, parameters };
    const unconditional = `${String(changes)}${KEY}`;
    return { text: unconditional, parameters: parameters.slice(0, unconditional.split('?').length - 1) };
  };
};
