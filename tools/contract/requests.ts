import {
  OPERATIONS,
  pathOf,
  type OperationName,
  type RolloutOperation,
  type UpgradeOperation,
} from '../../functions/domain/operations.ts';
import { keysOf } from '../keys-of.ts';

/** A request of the API, to any stage. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Without the base URL; begins with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** A session as its two cookies carry it. */
export interface Session {
  readonly sid: string;
  readonly uid: string;
}

/** A serial number that is valid and will never be given to a device. */
export const NO_DEVICE = 'no-such-device.conformance-check';

/** A firmware id that is valid and will never be given to a firmware. */
export const NO_FIRMWARE = Number.MAX_SAFE_INTEGER;

/** Path of the stream server list; after `/devices/{sn}`, that of a named device. */
export const LIST_PATH = pathOf('getStreamServersList');

/** Requests the list of the bare base URL. */
export function list(method: ApiRequest['method']): ApiRequest {
  return { method, path: LIST_PATH, headers: {} };
}

/** Requests the list of a named device. */
export function listOf(sn: string, session?: Session): ApiRequest {
  return { method: 'GET', path: `/devices/${sn}${LIST_PATH}`, headers: cookies(session) };
}

/** A request to an operation on upgrades or roll-outs, with any body; `headers` are added to the usual ones or replace them. */
export function upgrade(
  operation: UpgradeOperation | RolloutOperation,
  body: NonNullable<ApiRequest['body']>,
  session?: Session,
  headers: ApiRequest['headers'] = {},
): ApiRequest {
  const all = { 'content-type': 'application/json', ...cookies(session), ...headers };
  return { method: 'POST', path: pathOf(operation), headers: all, body };
}

/** Requests the firmwares; `query` with its question mark. */
export function firmwareList(session?: Session, query = ''): ApiRequest {
  return { method: 'GET', path: `${pathOf('get-all-firmwares')}${query}`, headers: cookies(session) };
}

/** The name of the operation at a path, with a query or without, if there is one. */
export function operationAt(path: string): OperationName | undefined {
  const [pathname] = path.split('?');
  return keysOf(OPERATIONS).find((name) => OPERATIONS[name].paths.some((each) => each === pathname));
}

/** A valid body; `more` are fields besides the usual ones. */
export function upgradeBody(sn: string | readonly string[], firmwareId: number, more: object = {}): string {
  return JSON.stringify({ sn: [sn].flat(), 'firmware-id': firmwareId, ...more });
}

/** Percent-encoded, since the service decodes values once and a header does not allow every character. */
function cookies(session: Session | undefined): Record<string, string> {
  if (session === undefined) return {};
  const { sid, uid } = session;
  return { cookie: `cloud-sid=${encodeURIComponent(sid)}; cloud-uid=${encodeURIComponent(uid)}` };
}
