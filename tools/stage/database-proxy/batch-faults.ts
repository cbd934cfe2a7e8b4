import * as v from 'valibot';
import type { DatabaseCall, Intervention } from './fault-proxy.ts';
import type { DatabaseReply } from './outcome.ts';
import { responsesOf } from './statements.ts';

const Fields = v.record(v.string(), v.unknown());
const Requests = v.record(v.string(), v.looseObject({ Keys: v.array(Fields) }));
const Items = v.record(v.string(), v.array(Fields));

/** The reply to a BatchGetItem, but with the second half of each table's keys left unprocessed. */
export function halfUnprocessed({ input }: DatabaseCall, { status, body }: DatabaseReply): DatabaseReply {
  if (status !== 200) return { status, body };
  const requests = v.parse(Requests, input['RequestItems']);
  const items = v.parse(Items, body['Responses']);
  const left = Object.entries(requests).map(
    ([table, { Keys, ...how }]) => [table, { ...how, Keys: Keys.slice(Math.floor(Keys.length / 2)) }] as const,
  );
  const kept = left.map(([table, { Keys }]) => [table, items[table]?.filter((item) => !Keys.some(keyOf(item))) ?? []]);
  return { status, body: { Responses: Object.fromEntries(kept), UnprocessedKeys: Object.fromEntries(left) } };
}

function keyOf(item: Readonly<Record<string, unknown>>) {
  return (key: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(key).every(([name, value]) => JSON.stringify(item[name]) === JSON.stringify(value));
}

/** The reply to a BatchExecuteStatement without the answers to the second half of its statements. */
export function halfAnswered({ status, body }: DatabaseReply): DatabaseReply {
  if (status !== 200) return { status, body };
  const responses = responsesOf(body);
  return { status, body: { ...body, Responses: responses.slice(0, Math.floor(responses.length / 2)) } };
}

/** A fault of one statement of a BatchExecuteStatement; the others are not affected. */
export interface StatementFault {
  /** Whether the engine gets the statement. */
  readonly forwarded: boolean;
  /** What its client is told instead of the engine's answer; undefined for no entry at all. */
  readonly response: object | undefined;
}

/** Applies faults to statements of a BatchExecuteStatement. `faults` has an entry for each statement. */
export function statementsMeet(faults: readonly (StatementFault | undefined)[]): Intervention {
  return async ({ input }, forward) => {
    const statements = v.parse(v.array(v.unknown()), input['Statements']);
    const Statements = statements.filter((_statement, index) => faults[index]?.forwarded !== false);
    const { status, body } =
      Statements.length === 0 ? { status: 200, body: { Responses: [] } } : await forward({ ...input, Statements });
    if (status !== 200) return { status, body };
    const answers = responsesOf(body)[Symbol.iterator]();
    const responses = statements.map((_statement, index) => {
      const fault = faults[index];
      const answer = fault?.forwarded === false ? undefined : answers.next().value;
      return fault === undefined ? answer : fault.response;
    });
    return { status, body: { ...body, Responses: responses.filter((response) => response !== undefined) } };
  };
}
