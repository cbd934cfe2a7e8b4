import * as v from 'valibot';
import { routeKeyOf, pathOf } from '../../../../functions/domain/operations.ts';
import { responseValidator } from '../../../contract/response-validator.ts';
import { CALLERS } from '../callers.ts';
import type { Case } from '../grammar/events.ts';
import { MARKER } from '../grammar/odd-values.ts';
import { OPERATIONS, type Operation } from '../stage.ts';
import { namesDevice, shows } from './rights.ts';

const AnswerSchema = v.strictObject({
  statusCode: v.pipe(v.number(), v.integer()),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});

const BodySchema = v.object({
  result: v.optional(v.number()),
  status: v.optional(v.number()),
  details: v.optional(v.array(v.object({ sn: v.string(), result: v.number() })), []),
});

/** Reads what a function returned; `code` is the top-level result code. Throws if it is no valid answer for a gateway. */
export function readAnswer(returned: unknown) {
  const { statusCode: status, headers, body: text } = v.parse(AnswerSchema, returned);
  const { result, status: code = result, details } = v.parse(BodySchema, JSON.parse(text));
  return { status, headers: new Headers(headers), text, code, details };
}

type Read = ReturnType<typeof readAnswer>;

const contract = responseValidator({ closed: true });

const LIST = { method: 'GET', path: '/devices/FUZZ-0/V1.0/stream/getStreamServersList' };

/** Violations of docs/openapi.yaml in an answer, one line each. */
export function contractFaults(operation: Operation, answer: Read): readonly string[] {
  const isList = operation === 'getStreamServersList';
  return contract(isList ? LIST : { method: 'POST', path: pathOf(operation) }, answer);
}

/** The operation that answers an event meant for this one: that of its route, or start-upgrade if it has none. */
export function answeredBy(operation: Operation, event: unknown): Operation {
  if (operation === 'getStreamServersList') return operation;
  const isRouted = (to: Operation) =>
    to !== 'getStreamServersList' && v.is(v.looseObject({ routeKey: v.literal(routeKeyOf(to)) }), event);
  return OPERATIONS.find(isRouted) ?? 'start-upgrade';
}

/** Everything wrong with what an operation returned for an event, one line each. */
export function eventFaults(operation: Operation, { event, sound }: Case, returned: unknown): readonly string[] {
  const answer = readAnswer(returned);
  return [
    ...contractFaults(answeredBy(operation, event), answer),
    ...answerFaults(answer),
    ...rightsFaults(operation, event, answer, sound),
  ];
}

function answerFaults(answer: Read): string[] {
  const { status, headers, code } = answer;
  return [
    ...told(status >= 500, `HTTP ${String(status)}, though nothing is broken`),
    ...told((status === 200) !== (code === 0), `HTTP ${String(status)} with the code ${String(code)}`),
    ...told(shownOf(answer).includes(MARKER), 'the answer repeats what was sent'),
    ...told(headers.get('cache-control') !== 'no-store', 'the answer may be stored'),
    ...told(headers.get('x-content-type-options') !== 'nosniff', 'the answer may be sniffed'),
  ];
}

/** The answer without serial numbers, the only input that may come back. */
function shownOf({ headers, text, details }: Read): string {
  const body = details.reduce((rest, { sn }) => rest.replace(`"sn":${JSON.stringify(sn)}`, ''), text);
  return `${JSON.stringify([...headers])}${body}`;
}

function rightsFaults(operation: Operation, event: unknown, { status, details }: Read, sound: boolean): string[] {
  const allowed = operation === 'getStreamServersList' ? mayList(event) : shows(event, [CALLERS.admin]);
  return [
    ...told(status === 200 && !allowed, 'accepted without a session that allows it'),
    ...told(details.length > 0 && !allowed, 'details for somebody who may not upgrade'),
    ...told(sound && status !== 200, `a valid request was refused with HTTP ${String(status)}`),
  ];
}

function mayList(event: unknown): boolean {
  return !namesDevice(event) || shows(event, [CALLERS.admin, CALLERS.user]);
}

function told(wrong: boolean, what: string): string[] {
  return wrong ? [what] : [];
}
