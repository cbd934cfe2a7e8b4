import * as v from 'valibot';
import { API_STATUS } from '../../../functions/domain/api-status.ts';
import { OPERATIONS, pathOf, routeKeyOf, type OperationName } from '../../../functions/domain/operations.ts';
import { readDocument } from '../../contract/openapi-file.ts';
import { responseValidator } from '../../contract/response-validator.ts';
import type { Case } from './grammar/events.ts';
import { MARKER } from './grammar/values.ts';
import { mayList, mayUpgrade } from './rights.ts';
import { ORDER } from './stage.ts';

const AnswerSchema = v.strictObject({
  statusCode: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});

const BodySchema = v.object({
  result: v.optional(v.number()),
  status: v.optional(v.number()),
  // Those of firmwares have no code, and those of roll-outs are not told by device.
  details: v.fallback(v.array(v.object({ sn: v.optional(v.string(), ''), result: v.number() })), []),
});

/** Reads what a function returned; `code` is the top-level result code. Throws if it is no valid answer for a gateway. */
export function readAnswer(returned: unknown) {
  const { statusCode: status, headers, body: text } = v.parse(AnswerSchema, returned);
  const { result, status: code = result, details } = v.parse(BodySchema, JSON.parse(text));
  return { status, headers: new Headers(headers), text, code, details };
}

/** The operation that answers an event meant for this one: that of its route if its function has it, or the function's default. */
export function answeredBy(operation: OperationName, event: unknown): OperationName {
  const { function: name } = OPERATIONS[operation];
  if (name === 'get-stream-servers-list') return operation;
  const isRouted = (to: OperationName) =>
    OPERATIONS[to].function === name && v.is(v.looseObject({ routeKey: v.literal(routeKeyOf(to)) }), event);
  return ORDER.find(isRouted) ?? (name === 'upgrade' ? 'start-upgrade' : 'rollout-status');
}

const contractFaults = responseValidator(readDocument(), { closed: true });

function requestOf(operation: OperationName) {
  return operation === 'getStreamServersList'
    ? { method: 'GET', path: '/devices/FUZZ-0/V1.0/stream/getStreamServersList' }
    : { method: OPERATIONS[operation].methods[0], path: pathOf(operation) };
}

/** Everything wrong with what an operation returned for an event, one line each. */
export function eventFaults(operation: OperationName, { event, sound }: Case, returned: unknown): readonly string[] {
  const answer = readAnswer(returned);
  const { status, code, details } = answer;
  const isAllowed = operation === 'getStreamServersList' ? mayList(event) : mayUpgrade(event);
  // Odd bodies make roll-outs too, and only so many may be active.
  const isFull = operation === 'create-rollout' && code === API_STATUS.TOO_MANY.code;
  const rules: readonly [isBroken: boolean, fault: string][] = [
    [status >= 500, `HTTP ${String(status)}, though nothing is broken`],
    [(status === 200) !== (code === 0), `HTTP ${String(status)} with the code ${String(code)}`],
    [shownBy(answer).includes(MARKER), 'the answer repeats what was sent'],
    [status === 200 && !isAllowed, 'accepted without a session that allows it'],
    [details.length > 0 && !isAllowed, 'details for somebody who may not upgrade'],
    [sound && status !== 200 && !isFull, `a valid request was refused with HTTP ${String(status)}`],
  ];
  const broken = rules.filter(([isBroken]) => isBroken).map(([, fault]) => fault);
  return [...contractFaults(requestOf(answeredBy(operation, event)), answer), ...broken];
}

/** The answer without serial numbers and ids of roll-outs, the only input that may come back. */
function shownBy({ headers, text }: ReturnType<typeof readAnswer>): string {
  const body = JSON.stringify(JSON.parse(text), (name, value: unknown) => (NAMES.has(name) ? undefined : value));
  return `${JSON.stringify([...headers])}${body}`;
}

const NAMES = new Set(['sn', 'rollout-id']);
