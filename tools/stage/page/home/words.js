import { CODES } from './stage.js';

/** `timed-out` → `timed out`; `none`, which has no upgrade on record → `no upgrade` */
export function labelOf(state) {
  return state === 'none' ? 'no upgrade' : state.replace('-', ' ');
}

const DONE = { 'start-upgrade': 'started.', 'cancel-upgrade': 'cancelled.' };

/** A line for each code that devices were told: `2 devices: started.`, `A302190930006: it is offline. (DEVICE_LOST, 12)` */
export function deviceLines(method, details) {
  const byCode = Map.groupBy(details, ({ result }) => result);
  return [...byCode].map(([code, devices]) =>
    code === 0
      ? `${counted(devices.length)}: ${DONE[method]}`
      : `${few(devices.map(({ sn }) => sn))}: ${explained(code, CODES[code]?.device)}`,
  );
}

/** `Roll-out spring-21 is paused.`; if it is not what was asked for, it has changed since it was seen. */
export function rolloutLines(details) {
  return details.map(({ 'rollout-id': id, result, state }) =>
    result > 1
      ? `Roll-out ${id}: this cannot be done now. (${CODES[result]?.name}, ${result})`
      : `Roll-out ${id} is ${state}.`,
  );
}

export const NOT_KNOWN = 'No answer: it is not known what was done. The list shows what is on record.';

/** Why a whole request was refused; the gateway itself gives no code, but a message. With a 5xx of its own it does not know either. */
export function refusalLine(status, { result, message }) {
  if (result === undefined && status >= 500) return NOT_KNOWN;
  return `Refused with HTTP ${status}: ${result === undefined ? message : explained(result, CODES[result]?.request)}`;
}

/** `1 device`, `2 devices` */
export function counted(count) {
  return `${count} ${count === 1 ? 'device' : 'devices'}`;
}

function explained(code, text) {
  const [first] = (text || 'this page does not know what it means.').split(/(?<=\.) /, 1);
  return `${first} (${CODES[code]?.name ?? 'code'}, ${code})`;
}

function few(sns) {
  return sns.length > 4 ? `${sns.slice(0, 3).join(', ')} and ${sns.length - 3} more` : sns.join(', ');
}
