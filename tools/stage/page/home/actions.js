/* global document, fetch, location */
import { NAMES } from './stage.js';

const TYPE = 'application/json';

/** The outcome of an action: a line for each request, and the commands that would have done the same. */
export async function startSelected(selected, firmwareId) {
  return outcomeOf([await post('start', [...selected.keys()], firmwareId)]);
}

/** A cancel request names one firmware, so each firmware needs its own. */
export async function cancelSelected(selected) {
  const devices = [...selected].filter(([, firmwareId]) => firmwareId !== 0);
  if (devices.length === 0) return { lines: ['None of these devices has an upgrade to cancel.'], commands: [] };
  const byFirmware = Map.groupBy(devices, ([, firmwareId]) => firmwareId);
  const requests = [...byFirmware].map(([firmwareId, some]) => {
    const sns = some.map(([sn]) => sn);
    return post('cancel', sns, firmwareId);
  });
  return outcomeOf(await Promise.all(requests));
}

async function post(operation, sn, firmwareId) {
  const path = `/sc_cloud/upgrade/${operation}`;
  const body = JSON.stringify({ sn, 'firmware-id': firmwareId });
  return { line: await answerTo(path, body), command: commandFor(path, body) };
}

async function answerTo(path, body) {
  try {
    const response = await fetch(path, { method: 'POST', headers: { 'content-type': TYPE }, body });
    const requestId = response.headers.get('apigw-requestid');
    return `${described(response.status, await response.json())} (request ${requestId})`;
  } catch {
    return 'No answer: it is not known what was started. Asking again is safe.';
  }
}

/** `start-upgrade: 2 × SUCCESS (0), 1 × DEVICE_LOST (12): A302190930006`; with the serial numbers that did not succeed. */
function described(status, { method, result, details = [], message }) {
  if (result !== 0) return `Refused with HTTP ${status}: ${result === undefined ? message : named(result)}`;
  const results = new Map();
  for (const { sn, result: code } of details) results.set(code, [...(results.get(code) ?? []), sn]);
  const counts = [...results].map(
    ([code, sns]) => `${sns.length} × ${named(code)}${code === 0 ? '' : `: ${few(sns)}`}`,
  );
  return `${method}: ${counts.join('; ')}`;
}

function few(sns) {
  return sns.length > 3 ? `${sns.slice(0, 3).join(', ')}, …` : sns.join(', ');
}

function named(code) {
  return `${NAMES[code] ?? 'unknown'} (${code})`;
}

function commandFor(path, body) {
  const cookies = document.cookie.split('; ').filter((cookie) => cookie.startsWith('cloud-'));
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return `curl -b ${quoted(cookies.join('; '))} -H 'Content-Type: ${TYPE}' -d ${quoted(body)} ${location.origin}${path}`;
}

function outcomeOf(requests) {
  return { lines: requests.map(({ line }) => line), commands: requests.map(({ command }) => command) };
}
