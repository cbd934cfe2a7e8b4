import { styleText } from 'node:util';
import * as v from 'valibot';
import { API_STATUS } from '../../../../functions/domain/api-status.ts';
import { CommandError, UsageError } from '../../../command-line.ts';
import { connectionFault, messageOf } from '../output/errors.ts';
import type { Printer } from '../output/printer.ts';
import { plain } from '../output/records.ts';
import type { Stage } from '../stage/stage.ts';

/** Which devices are to have which firmware. */
export interface Order {
  readonly sns: readonly string[];
  readonly firmwareId: number;
}

/** A session as its two cookies carry it. */
interface Session {
  readonly sid: string;
  readonly uid: string;
}

/**
 * The session that options or the environment give.
 * @throws UsageError when a part is missing
 */
export function sessionFrom(sid: string | undefined, uid: string | undefined): Session {
  if (sid && uid) return { sid, uid };
  throw new UsageError('Set FLEET_SID and FLEET_UID to the cookies of an administrator, or give --sid and --uid');
}

/**
 * Starts upgrades through the API and prints the result of each device.
 * @throws CommandError unless all have their upgrade
 */
export async function startUpgrades({ url }: Stage, printer: Printer, order: Order, session: Session): Promise<void> {
  const { result, details } = await callApi(url, order, session);
  if (result !== API_STATUS.SUCCESS.code) {
    throw new CommandError(`The API refused with ${String(result)} ${nameOf(result)}; nothing was started`);
  }
  reportResults(printer, details, 'were not started');
}

/** Longer than the API takes for the largest batch. */
const TIMEOUT_MS = 30_000;

const Answer = v.object({
  result: v.number(),
  details: v.array(v.object({ sn: v.string(), result: v.number() })),
});

async function callApi(
  url: string,
  { sns, firmwareId }: Order,
  session: Session,
): Promise<v.InferOutput<typeof Answer>> {
  try {
    const response = await fetch(`${url}/sc_cloud/upgrade/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies(session) },
      body: JSON.stringify({ sn: sns, 'firmware-id': firmwareId }),
      // The API never redirects, and cookies must not go anywhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return v.parse(Answer, await response.json());
  } catch (cause) {
    if (connectionFault(cause) === 'ECONNREFUSED') {
      throw new CommandError(`${messageOf(cause)}; nothing was started`, { cause });
    }
    // Whatever else went wrong, upgrades may have been started.
    throw new CommandError(`${url} gave no valid answer; some upgrades may have been started, and repeating is safe`, {
      cause,
    });
  }
}

/** Percent-encoded, since the API decodes values once and a header does not take every character. */
function cookies({ sid, uid }: Session): string {
  return `cloud-sid=${encodeURIComponent(sid)}; cloud-uid=${encodeURIComponent(uid)}`;
}

/** What the API says of one device, or would say. */
interface DeviceResult {
  readonly sn: string;
  readonly result: number;
}

/**
 * Prints the result of each device.
 * @param missing what happened to the devices that have no such upgrade: `were not started`
 * @throws CommandError when there is such a device
 */
export function reportResults(printer: Printer, results: readonly DeviceResult[], missing: string): void {
  for (const { sn, result } of results) {
    const name = nameOf(result);
    const coloured = styleText(isStarted(result) ? 'green' : 'red', `${String(result).padStart(2)} ${name}`);
    printer.print({ sn, result, name }, `${plain(sn).padEnd(20)}  ${coloured}`);
  }
  const refused = results.filter(({ result }) => !isStarted(result)).length;
  if (refused > 0) throw new CommandError(`${String(refused)} of ${String(results.length)} devices ${missing}`);
}

/** The name of a code of the API Status table; UNKNOWN_ERROR if the table does not have it. */
export function nameOf(code: number): string {
  return Object.entries(API_STATUS).find(([, status]) => status.code === code)?.[0] ?? 'UNKNOWN_ERROR';
}

/** Whether a device with this code has its upgrade: started now, or before. */
function isStarted(code: number): boolean {
  return code === API_STATUS.SUCCESS.code || code === API_STATUS.REPEAT.code;
}
