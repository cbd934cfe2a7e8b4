import * as v from 'valibot';
import type { DatabaseCall } from './fault-proxy.ts';

/** A value in wire format, such as `{ S: 'text' }`, as text. */
export const WireText = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((value) => String(Object.values(value)[0])),
);

const Text = v.object({ Statement: v.string(), Parameters: v.optional(v.array(WireText), []) });
const Texts = v.object({ Statements: v.optional(v.array(Text)), TransactStatements: v.optional(v.array(Text)) });

type Attributes = Readonly<Record<string, string>>;

/** One statement of a call, as far as its text shows what its parameters mean. */
export interface Statement {
  /** What it writes, by attribute, without literals in the text. */
  readonly sets: Attributes;
  /** What its WHERE compares for equality, by attribute. */
  readonly where: Attributes;
}

/** The statements of a batch, of a transaction, or a single one; none for any other call. */
export function statementsOf({ operation, input }: DatabaseCall): Statement[] {
  const { Statements, TransactStatements } = v.parse(Texts, input);
  const single = operation === 'ExecuteStatement' ? [v.parse(Text, input)] : [];
  return (Statements ?? TransactStatements ?? single).map(({ Statement: text, Parameters }) => {
    const [changes = '', condition = ''] = text.split(/\bWHERE\b/i);
    const written = changes.split('?').length - 1;
    return {
      sets: attributes(changes, Parameters.slice(0, written)),
      where: attributes(condition, Parameters.slice(written)),
    };
  });
}

/** The text before each placeholder ends with the attribute's name: `'upgradeId': ` or `"upgradeId" = `. */
function attributes(text: string, parameters: readonly string[]): Attributes {
  const before = text.split('?');
  return Object.fromEntries(
    parameters.flatMap((value, index) => {
      const name = /["']?(\w+)["']?\s*[:=]\s*$/.exec(before[index] ?? '')?.[1];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

const Responses = v.array(v.looseObject({ Error: v.optional(v.looseObject({ Code: v.string() })) }));

/** The answers to single statements in a reply to a BatchExecuteStatement, in order. */
export function responsesOf(body: Readonly<Record<string, unknown>>) {
  return v.parse(Responses, body['Responses']);
}
