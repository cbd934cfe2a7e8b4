/* global document, fetch, location */
import { counted, deviceLines, NOT_KNOWN, refusalLine, rolloutLines } from './words.js';

const TYPE = 'application/json';

/** The outcome of an action: for each request lines that tell it, and the command that would have done the same. */
export async function startSelected(selected, firmwareId) {
  return [await post('start', [...selected.keys()], firmwareId)];
}

/** A cancel request names one firmware, so each firmware needs its own; and the very upgrades that are shown. */
export async function cancelSelected(selected) {
  const { upgraded = [], others = [] } = Object.groupBy(selected, ([, { firmwareId }]) =>
    firmwareId ? 'upgraded' : 'others',
  );
  const byFirmware = Map.groupBy(upgraded, ([, { firmwareId }]) => firmwareId);
  const requests = [...byFirmware].map(([firmwareId, some]) => {
    const sns = some.map(([sn]) => sn);
    return post('cancel', sns, firmwareId, { 'upgrade-id': some.map(([, { upgradeId = null }]) => upgradeId) });
  });
  const idle = others.length > 0 ? [{ lines: [`${counted(others.length)}: no upgrade to cancel.`] }] : [];
  return [...(await Promise.all(requests)), ...idle];
}

/** What upgrade-history answers for a device, and lines that say why it tells nothing. */
export function pastOf(sn) {
  return post('history', sn);
}

/** Pauses or resumes a roll-out. */
export async function changeRollout(change, request) {
  return [await send(`/sc_cloud/rollout/${change}`, request)];
}

function post(operation, sn, firmwareId, more = {}) {
  return send(`/sc_cloud/upgrade/${operation}`, { sn, 'firmware-id': firmwareId, ...more });
}

async function send(path, request) {
  const body = JSON.stringify(request);
  return { ...(await answerTo(path, body)), command: commandFor(path, body) };
}

async function answerTo(path, body) {
  try {
    const response = await fetch(path, { method: 'POST', headers: { 'content-type': TYPE }, body });
    const answer = await response.json();
    const lines = answer.result === 0 ? doneLines(path, answer) : [refusalLine(response.status, answer)];
    return { ...answer, lines: [...lines, `Request ${response.headers.get('apigw-requestid')}`] };
  } catch {
    return { lines: [NOT_KNOWN] };
  }
}

function doneLines(path, { method, details }) {
  return path.startsWith('/sc_cloud/rollout/') ? rolloutLines(details) : deviceLines(method, details);
}

function commandFor(path, body) {
  const cookies = document.cookie.split('; ').filter((cookie) => cookie.startsWith('cloud-'));
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return `curl -b ${quoted(cookies.join('; '))} -H 'Content-Type: ${TYPE}' -d ${quoted(body)} ${location.origin}${path}`;
}
