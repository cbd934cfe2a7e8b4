import * as v from 'valibot';
import type { DatabaseCall } from './fault-proxy.ts';

const Fields = v.record(v.string(), v.unknown());
const Batch = v.object({
  Statements: v.array(v.object({ Statement: v.string(), Parameters: v.optional(v.array(Fields), []) })),
});

/** One statement of a BatchExecuteStatement, as far as its text shows what its parameters mean. Values in wire format. */
export interface Statement {
  /** What it writes, by attribute, without literals in the text. */
  readonly sets: Readonly<Record<string, unknown>>;
  /** What its WHERE compares for equality, by attribute. */
  readonly where: Readonly<Record<string, unknown>>;
}

/** The statements of a BatchExecuteStatement; none for any other call. */
export function statementsOf({ operation, input }: DatabaseCall): Statement[] {
  if (operation !== 'BatchExecuteStatement') return [];
  return v.parse(Batch, input).Statements.map(({ Statement: text, Parameters }) => {
    // The text before each placeholder ends with the attribute's name: `'upgradeId': ` or `"upgradeId" = `.
    const before = text.split('?');
    const whereAt = before.findIndex((piece) => /\bWHERE\b/i.test(piece));
    const named = Parameters.map((value, index) => ({
      name: /["']?(\w+)["']?\s*[:=]\s*$/.exec(before[index] ?? '')?.[1],
      isCondition: whereAt !== -1 && index >= whereAt,
      value,
    }));
    const those = (isCondition: boolean) =>
      Object.fromEntries(
        named.flatMap((one) =>
          one.name !== undefined && one.isCondition === isCondition ? [[one.name, one.value]] : [],
        ),
      );
    return { sets: those(false), where: those(true) };
  });
}

const Responses = v.array(v.looseObject({ Error: v.optional(v.looseObject({ Code: v.string() })) }));

/** The answers to single statements in a reply to a BatchExecuteStatement, in order. */
export function responsesOf(body: Readonly<Record<string, unknown>>) {
  return v.parse(Responses, body['Responses']);
}
