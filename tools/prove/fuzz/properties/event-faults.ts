import type { Case } from '../grammar/events.ts';
import { MARKER } from '../grammar/text.ts';
import { CALLERS } from '../stage/callers.ts';
import type { Operation } from '../stage/fuzz-stage.ts';
import { readAnswer, type Read } from './answer.ts';
import { contractFaults } from './contract-faults.ts';
import { namesDevice, shows } from './rights.ts';

/** All that is wrong with what an operation returned for an event, a line each. */
export function eventFaults(operation: Operation, { event, sound }: Case, returned: unknown): readonly string[] {
  const answer = readAnswer(returned);
  return [
    ...contractFaults(operation, answer),
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

/** The answer without serial numbers, which alone may be the caller's own. */
function shownOf({ headers, text, details }: Read): string {
  const body = details.reduce((rest, { sn }) => rest.replace(`"sn":${JSON.stringify(sn)}`, ''), text);
  return `${JSON.stringify([...headers])}${body}`;
}

function rightsFaults(operation: Operation, event: unknown, { status, details }: Read, sound: boolean): string[] {
  const allowed = operation === 'start-upgrade' ? shows(event, [CALLERS.admin]) : mayList(event);
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
