import type { Rule, Violation } from '../facts.ts';
import type { Remaining, Version } from '../history.ts';
import { told } from '../told.ts';

/** What is in the table at the end is what the stream told last, so the stream is all that there was. */
export const tableIsAsTold: Rule = ({ history, periods }) => {
  const table = new Map(history.table.map((item) => [item.sn, item]));
  return [...new Set([...table.keys(), ...periods.keys()])].flatMap((sn) =>
    difference(sn, table.get(sn), periods.get(sn)?.at(-1)?.version),
  );
};

function difference(sn: string, item: Remaining | undefined, last: Version | undefined): Violation[] {
  if (item?.upgradeId === last?.upgradeId && item?.state === last?.state) return [];
  const inTable = item === undefined ? 'nothing' : `${item.upgradeId} (${item.state})`;
  const inStream = last === undefined ? 'nothing' : told(last);
  return [{ rule: 'table as told', sn, what: `the table holds ${inTable}, the stream ended with ${inStream}` }];
}
