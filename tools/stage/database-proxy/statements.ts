import * as v from 'valibot';
import type { DatabaseCall } from './fault-proxy.ts';

/** A value in wire format, such as `{ S: 'text' }`, as text. */
export const WireText = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((value) => String(Object.values(value)[0])),
);

const Batch = v.object({
  Statements: v.array(v.object({ Statement: v.string(), Parameters: v.optional(v.array(WireText), []) })),
});

type Attributes = Readonly<Record<string, string>>;

/** One statement of a BatchExecuteStatement, as far as its text shows what its parameters mean. */
export interface Statement {
  /** What it writes, by attribute, without literals in the text. */
  readonly sets: Attributes;
  /** What its WHERE compares for equality, by attribute. */
  readonly where: Attributes;
}

/** The statements of a BatchExecuteStatement; none for any other call. */
export function statementsOf({ operation, input }: DatabaseCall): Statement[] {
  if (operation !== 'BatchExecuteStatement') return [];
  return v.parse(Batch, input).Statements.map(({ Statement: text, Parameters }) => {
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
