import type { Session, SmokeRequest } from './check.ts';

/** Path of the stream server list; behind `/devices/{sn}`, that of a named device. */
const LIST_PATH = '/V1.0/stream/getStreamServersList';

/** The list of the bare base URL. */
export function list(method: SmokeRequest['method']): SmokeRequest {
  return { method, path: LIST_PATH, headers: {} };
}

/** The list of a named device. */
export function listOf(sn: string, session?: Session): SmokeRequest {
  return { method: 'GET', path: `/devices/${sn}${LIST_PATH}`, headers: cookies(session) };
}

/** A start-upgrade request with this body, whatever it is. */
export function upgrade(body: string, session?: Session): SmokeRequest {
  const headers = { 'content-type': 'application/json', ...cookies(session) };
  return { method: 'POST', path: '/sc_cloud/upgrade/start', headers, body };
}

/** A body as the interface wants it. */
export function upgradeBody(sn: string, firmwareId: number): string {
  return JSON.stringify({ sn: [sn], 'firmware-id': firmwareId });
}

/** Percent-encoded, since the service decodes values once and a header does not take every character. */
function cookies(session: Session | undefined): Record<string, string> {
  if (session === undefined) return {};
  const { sid, uid } = session;
  return { cookie: `cloud-sid=${encodeURIComponent(sid)}; cloud-uid=${encodeURIComponent(uid)}` };
}
